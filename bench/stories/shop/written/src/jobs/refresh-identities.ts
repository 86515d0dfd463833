import type { FastifyInstance } from "fastify";

import { OAuthClient } from "../auth/oauth/client.js";
import { refresh } from "../auth/oauth/tokens.js";
import { listStaleIdentities, setIdentityEmail, unlinkIdentity } from "../db/identities.js";

const BATCH = 50;
const STALE_DAYS = 7;

/**
 * Once an hour: the identities whose profile is a week old. A customer who withdrew our access at the provider is
 * unlinked here, unless that would leave them without a way to log in.
 */
export async function refreshIdentities(
  app: FastifyInstance,
  clients: ReadonlyMap<string, OAuthClient>,
  now: Date = new Date(),
): Promise<{ fresh: number; unlinked: number; failed: number }> {
  const counts = { fresh: 0, unlinked: 0, failed: 0 };
  const stale = await listStaleIdentities(app.db, { olderThanDays: STALE_DAYS, limit: BATCH });
  for (const identity of stale) {
    const client = clients.get(identity.provider);
    if (!client) continue;
    try {
      const result = await refresh(app.db, client, identity.id, now);
      switch (result.kind) {
        case "fresh": {
          const profile = await client.profile(result.tokens, "");
          await setIdentityEmail(app.db, identity.id, profile.email, now);
          counts.fresh += 1;
          break;
        }
        case "reused":
          app.log.warn({ identity: identity.id, family: result.family }, "a refresh token was used twice");
          counts.failed += 1;
          break;
        case "revoked":
          counts.unlinked += (await unlinkIdentity(app.db, identity.id)) ? 1 : 0;
          break;
        case "gone":
          break;
      }
    } catch (error) {
      app.log.error({ err: error, identity: identity.id }, "refresh failed");
      counts.failed += 1;
    }
  }
  return counts;
}
