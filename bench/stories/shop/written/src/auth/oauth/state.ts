import { createHash, randomBytes } from "node:crypto";

import type { Queryable } from "../../db/pool.js";
import type { Session } from "../session.js";

/**
 * What must survive while the visitor is away at the provider. It is a row tied to the visitor's session, so that a
 * callback that arrives in another browser finds nothing.
 */
export type PendingLogin = Readonly<{
  provider: string;
  verifier: string;
  nonce: string;
  next: string;
  /** Set when somebody who is logged in adds a provider to their account. */
  linkUserId: string | null;
}>;

const MINUTES = 10;

function hash(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

export async function rememberLogin(db: Queryable, session: Session, pending: PendingLogin): Promise<string> {
  const state = randomBytes(24).toString("base64url");
  await db.query(
    `insert into oauth_logins (state_hash, session_id, provider, verifier, nonce, next, link_user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
    [
      hash(state),
      session.id,
      pending.provider,
      pending.verifier,
      pending.nonce,
      pending.next,
      pending.linkUserId,
      MINUTES,
    ],
  );
  return state;
}

/** Takes the pending login out, so that a state works once, whatever becomes of it afterwards. */
export async function takeLogin(db: Queryable, session: Session, state: string): Promise<PendingLogin | null> {
  const { rows } = await db.query<{
    provider: string;
    verifier: string;
    nonce: string;
    next: string;
    link_user_id: string | null;
  }>(
    `delete from oauth_logins
      where state_hash = $1 and session_id = $2 and expires_at > now()
  returning provider, verifier, nonce, next, link_user_id`,
    [hash(state), session.id],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    provider: row.provider,
    verifier: row.verifier,
    nonce: row.nonce,
    next: row.next,
    linkUserId: row.link_user_id,
  };
}

export async function sweepLogins(db: Queryable): Promise<number> {
  const { rowCount } = await db.query("delete from oauth_logins where expires_at <= now()");
  return rowCount ?? 0;
}
