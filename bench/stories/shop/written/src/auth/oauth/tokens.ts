import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

import { inTransaction, type Queryable } from "../../db/pool.js";
import type { OAuthClient, Tokens } from "./client.js";
import { ProviderError } from "./client.js";

/**
 * Refresh tokens, encrypted at rest and rotated. We need them for one thing: to notice that a customer has withdrawn
 * our access, and to keep the profile's address fresh.
 *
 * Rotation works by generations. A token belongs to a family (one login) and has a generation in it. Using a token
 * marks it used and stores its successor. A token that is used a second time has been copied, by us or by a thief:
 * the whole family ends. The exception is a second use within the grace time, which is what two of our own workers
 * look like when they refresh at once.
 */

const GRACE_MS = 10_000;

type TokenRow = {
  id: string;
  identity_id: string;
  family: string;
  generation: number;
  sealed: Buffer;
  used_at: Date | null;
};

export type Refreshed =
  | { kind: "fresh"; tokens: Tokens }
  | { kind: "reused"; family: string }
  | { kind: "revoked" }
  | { kind: "gone" };

function key(): Buffer {
  const secret = process.env["TOKEN_KEY"];
  if (!secret) throw new Error("TOKEN_KEY is not set");
  return createHash("sha256").update(secret).digest();
}

export function seal(token: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(), iv);
  const body = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

export function unseal(sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key(), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
}

export async function storeRefreshToken(db: Queryable, identityId: string, tokens: Tokens): Promise<void> {
  if (!tokens.refreshToken) return;
  await db.query(
    `insert into refresh_tokens (identity_id, family, generation, sealed)
     values ($1, gen_random_uuid(), 0, $2)`,
    [identityId, seal(tokens.refreshToken)],
  );
}

/** Uses the newest token of an identity. Exactly one of two callers at once talks to the provider. */
export async function refresh(
  pool: Parameters<typeof inTransaction>[0],
  client: OAuthClient,
  identityId: string,
  now: Date = new Date(),
): Promise<Refreshed> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<TokenRow>(
      `select id, identity_id, family, generation, sealed, used_at
         from refresh_tokens
        where identity_id = $1 and revoked_at is null
        order by created_at desc, generation desc
        limit 1
          for update`,
      [identityId],
    );
    const row = rows[0];
    if (!row) return { kind: "gone" };
    if (row.used_at && now.getTime() - row.used_at.getTime() > GRACE_MS) {
      await endFamily(db, row.family);
      return { kind: "reused", family: row.family };
    }

    try {
      const tokens = await client.refresh(unseal(row.sealed));
      await db.query("update refresh_tokens set used_at = $2 where id = $1", [row.id, now]);
      const successor = tokens.refreshToken ?? unseal(row.sealed);
      await db.query(
        `insert into refresh_tokens (identity_id, family, generation, sealed)
         values ($1, $2, $3, $4)`,
        [row.identity_id, row.family, row.generation + 1, seal(successor)],
      );
      return { kind: "fresh", tokens: { ...tokens, refreshToken: successor } };
    } catch (error) {
      if (error instanceof ProviderError && !error.retryable) {
        await endFamily(db, row.family);
        return { kind: "revoked" };
      }
      throw error;
    }
  });
}

export async function endFamily(db: Queryable, family: string): Promise<void> {
  await db.query("update refresh_tokens set revoked_at = now() where family = $1 and revoked_at is null", [family]);
}
