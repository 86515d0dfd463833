import type { FastifyReply, FastifyRequest } from "fastify";

import { findUserById, type User } from "../db/users.js";
import { PublicError } from "../lib/errors.js";
import { createSession, csrfMatches, findSession, renewSession, SESSION_COOKIE, type Session } from "./session.js";

declare module "fastify" {
  interface FastifyRequest {
    session: Session;
    user: User | null;
  }
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Paths that a third party calls; they check a signature of their own. */
const NO_CSRF = ["/webhooks/"];

export async function attachSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, config } = request.server;
  const token = request.cookies[SESSION_COOKIE];
  const found = token ? await findSession(db, token) : null;
  request.session = found
    ? await renewSession(db, found, config.session.days)
    : await createSession(db, request, reply, null);
  request.user = request.session.userId ? await findUserById(db, request.session.userId) : null;

  if (SAFE_METHODS.has(request.method)) return;
  if (NO_CSRF.some((prefix) => request.url.startsWith(prefix))) return;
  const sent = (request.body as Record<string, unknown> | undefined)?.["_csrf"] ?? request.headers["x-csrf-token"];
  if (!csrfMatches(request.session, sent)) throw new PublicError("csrf", 403);
}

export async function requireLogin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.user) return;
  const next = encodeURIComponent(request.url);
  await reply.redirect(`/login?next=${next}`, 303);
}

/** Only paths on this site may follow a login: `//evil.example` and `/\evil.example` are not. */
export function safeNext(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next)) return "/account";
  return next.length > 500 ? "/account" : next;
}
