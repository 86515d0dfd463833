import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import type { Queryable } from "../db/pool.js";

/**
 * Sessions live in Postgres. The cookie holds a random token; the table holds its SHA-256, so that a leaked
 * backup of the table lets nobody in.
 */

export const SESSION_COOKIE = "sid";
const TOKEN_BYTES = 32;
/** A session's expiry moves only when this much of it has passed: one write a day rather than one a request. */
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

export type Session = Readonly<{
  id: string;
  userId: string | null;
  csrfToken: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
  ip: string | null;
}>;

type SessionRow = {
  id: string;
  user_id: string | null;
  csrf_token: string;
  created_at: Date;
  expires_at: Date;
  user_agent: string | null;
  ip: string | null;
};

function fromRow(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    csrfToken: row.csrf_token,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    ip: row.ip,
  };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export async function createSession(
  db: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string | null,
): Promise<Session> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const csrfToken = randomBytes(TOKEN_BYTES).toString("base64url");
  const { days, secureCookies } = request.server.config.session;
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const { rows } = await db.query<SessionRow>(
    `insert into sessions (token_hash, user_id, csrf_token, expires_at, user_agent, ip)
     values ($1, $2, $3, $4, $5, $6)
     returning id, user_id, csrf_token, created_at, expires_at, user_agent, ip`,
    [hashToken(token), userId, csrfToken, expiresAt, request.headers["user-agent"]?.slice(0, 400) ?? null, request.ip],
  );
  reply.setCookie(SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    secure: secureCookies,
    sameSite: "lax",
    expires: expiresAt,
  });
  return fromRow(rows[0]!);
}

export async function findSession(db: Queryable, token: string): Promise<Session | null> {
  const { rows } = await db.query<SessionRow>(
    `select id, user_id, csrf_token, created_at, expires_at, user_agent, ip
       from sessions
      where token_hash = $1 and expires_at > now()`,
    [hashToken(token)],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/**
 * Gives the visitor a new token when what they may do changes (login, logout, password change), so that a token
 * planted before the change is worthless after it. The basket hangs on the session's id and comes along.
 */
export async function rotateSession(
  db: Queryable,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  userId: string | null,
): Promise<Session> {
  const next = await createSession(db, request, reply, userId);
  await db.query("update baskets set session_id = $2 where session_id = $1", [session.id, next.id]);
  await db.query("delete from sessions where id = $1", [session.id]);
  return next;
}

export async function renewSession(db: Queryable, session: Session, days: number): Promise<Session> {
  const lifetime = days * 24 * 60 * 60 * 1000;
  const renewedAt = session.expiresAt.getTime() - lifetime;
  if (Date.now() - renewedAt < RENEW_AFTER_MS) return session;
  const expiresAt = new Date(Date.now() + lifetime);
  await db.query("update sessions set expires_at = $2 where id = $1", [session.id, expiresAt]);
  return { ...session, expiresAt };
}

export async function endSession(db: Queryable, reply: FastifyReply, session: Session): Promise<void> {
  await db.query("delete from sessions where id = $1", [session.id]);
  reply.clearCookie(SESSION_COOKIE, { path: "/" });
}

export async function endOtherSessions(db: Queryable, session: Session): Promise<number> {
  const { rowCount } = await db.query("delete from sessions where user_id = $1 and id <> $2", [
    session.userId,
    session.id,
  ]);
  return rowCount ?? 0;
}

export function csrfMatches(session: Session, sent: unknown): boolean {
  if (typeof sent !== "string") return false;
  const expected = Buffer.from(session.csrfToken);
  const actual = Buffer.from(sent);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
