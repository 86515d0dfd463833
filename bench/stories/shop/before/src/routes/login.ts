import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

import { safeNext } from "../auth/middleware.js";
import { hashPassword, MAX_LENGTH, MIN_LENGTH, needsRehash, verifyPassword } from "../auth/password.js";
import { endSession, rotateSession } from "../auth/session.js";
import { inTransaction } from "../db/pool.js";
import { createUser, findUserByEmail, setPasswordHash } from "../db/users.js";
import { PublicError } from "../lib/errors.js";
import { sendVerificationMail } from "../lib/mail.js";
import { createLimiter } from "../lib/rate-limit.js";
import { render } from "../views/render.js";

const credentials = z.object({
  email: z.string().email().max(254),
  password: z.string().min(1).max(MAX_LENGTH),
  next: z.string().optional(),
});

const registration = credentials.extend({ password: z.string().min(MIN_LENGTH).max(MAX_LENGTH) });

const PER_ADDRESS = { name: "login-email", max: 10, windowSeconds: 15 * 60 } as const;
const PER_IP = { name: "login-ip", max: 60, windowSeconds: 15 * 60 } as const;

export const loginRoutes: FastifyPluginAsync = async (app) => {
  const limiter = createLimiter(app.config.redisUrl);

  app.get("/login", async (request, reply) => {
    if (request.user) return reply.redirect("/account", 303);
    const { next } = request.query as { next?: string };
    return reply.type("text/html").send(
      render("login", { csrf: request.session.csrfToken, next: safeNext(next), error: null, email: "" }),
    );
  });

  app.post("/login", async (request, reply) => {
    const parsed = credentials.safeParse(request.body);
    if (!parsed.success) throw new PublicError("bad_credentials", 401);
    const { email, password, next } = parsed.data;
    await limiter.hit(PER_IP, request.ip);
    await limiter.hit(PER_ADDRESS, email.toLowerCase());

    const user = await findUserByEmail(app.db, email);
    const matches = await verifyPassword(user?.passwordHash ?? null, password);
    if (!user || !matches) {
      request.log.info({ email: email.replace(/^(.).*@/, "$1…@") }, "login refused");
      return reply.status(401).type("text/html").send(
        render("login", {
          csrf: request.session.csrfToken,
          next: safeNext(next),
          error: new PublicError("bad_credentials").message,
          email,
        }),
      );
    }
    await inTransaction(app.db, async (db) => {
      if (needsRehash(user.passwordHash!)) await setPasswordHash(db, user.id, await hashPassword(password));
      await rotateSession(db, request, reply, request.session, user.id);
    });
    return reply.redirect(safeNext(next), 303);
  });

  app.post("/register", async (request, reply) => {
    const parsed = registration.safeParse(request.body);
    if (!parsed.success) throw new PublicError("bad_registration", 400);
    const { email, password, next } = parsed.data;
    await limiter.hit(PER_IP, request.ip);

    const existing = await findUserByEmail(app.db, email);
    if (existing) {
      // The page is the same either way; who owns the address learns the rest by mail.
      await sendVerificationMail(app.config.mail, existing, "already-registered");
      return reply.type("text/html").send(render("check-your-mail", { email }));
    }
    await inTransaction(app.db, async (db) => {
      const user = await createUser(db, { email, passwordHash: await hashPassword(password) });
      await rotateSession(db, request, reply, request.session, user.id);
      await sendVerificationMail(app.config.mail, user, "welcome");
    });
    return reply.redirect(safeNext(next), 303);
  });

  app.post("/logout", async (request, reply) => {
    await endSession(app.db, reply, request.session);
    return reply.redirect("/", 303);
  });
};
