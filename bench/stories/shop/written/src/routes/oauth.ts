import { randomBytes } from "node:crypto";

import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

import { signIn } from "../auth/link.js";
import { safeNext } from "../auth/middleware.js";
import { OAuthClient, ProviderError } from "../auth/oauth/client.js";
import { createPkce } from "../auth/oauth/pkce.js";
import { providers } from "../auth/oauth/providers.js";
import { rememberLogin, takeLogin } from "../auth/oauth/state.js";
import { rotateSession } from "../auth/session.js";
import { inTransaction } from "../db/pool.js";
import { PublicError } from "../lib/errors.js";
import { createLimiter } from "../lib/rate-limit.js";

const callback = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(2000).optional(),
  error: z.string().max(200).optional(),
});

const PER_IP = { name: "oauth-ip", max: 30, windowSeconds: 15 * 60 } as const;

export const oauthRoutes: FastifyPluginAsync = async (app) => {
  const limiter = createLimiter(app.config.redisUrl);
  const clients = new Map<string, OAuthClient>();
  for (const [id, credentials] of Object.entries(app.config.oauth)) {
    const redirectUri = new URL(`/login/${id}/callback`, app.config.publicUrl).href;
    clients.set(id, new OAuthClient(providers[id]!, credentials, redirectUri, app.config.fetcher));
  }

  function clientFor(id: string): OAuthClient {
    const client = clients.get(id);
    if (!client) throw new PublicError("no_such_provider", 404);
    return client;
  }

  // A POST, so that no page elsewhere can send a visitor through a login they did not ask for.
  app.post<{ Params: { provider: string } }>("/login/:provider", async (request, reply) => {
    const client = clientFor(request.params.provider);
    await limiter.hit(PER_IP, request.ip);
    const pkce = createPkce();
    const nonce = randomBytes(16).toString("base64url");
    const { next } = request.body as { next?: string };
    const state = await rememberLogin(app.db, request.session, {
      provider: client.provider.id,
      verifier: pkce.verifier,
      nonce,
      next: safeNext(next),
      linkUserId: request.user?.id ?? null,
    });
    return reply.redirect(client.authorizeUrl({ state, nonce, pkce }).href, 303);
  });

  app.get<{ Params: { provider: string } }>("/login/:provider/callback", async (request, reply) => {
    const client = clientFor(request.params.provider);
    await limiter.hit(PER_IP, request.ip);
    const parsed = callback.safeParse(request.query);
    if (!parsed.success) throw new PublicError("login_expired", 400);
    const pending = await takeLogin(app.db, request.session, parsed.data.state);
    if (!pending || pending.provider !== client.provider.id) throw new PublicError("login_expired", 400);
    if (!parsed.data.code) {
      request.log.info({ provider: pending.provider, error: parsed.data.error }, "login declined at the provider");
      return reply.redirect("/login?declined=1", 303);
    }

    try {
      const tokens = await client.exchange(parsed.data.code, pending.verifier);
      const profile = await client.profile(tokens, pending.nonce);
      await inTransaction(app.db, async (db) => {
        const user = await signIn(db, { provider: pending.provider, profile, tokens, linkUserId: pending.linkUserId });
        await rotateSession(db, request, reply, request.session, user.id);
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      request.log.warn({ provider: error.provider, reason: error.reason }, "login failed at the provider");
      throw new PublicError(error.retryable ? "provider_unavailable" : "provider_refused", 502);
    }
    return reply.redirect(pending.next, 303);
  });
};
