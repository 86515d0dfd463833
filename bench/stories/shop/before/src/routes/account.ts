import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

import { requireLogin } from "../auth/middleware.js";
import { hashPassword, MAX_LENGTH, MIN_LENGTH, verifyPassword } from "../auth/password.js";
import { endOtherSessions, endSession, rotateSession } from "../auth/session.js";
import { listAddresses, removeAddress, saveAddress } from "../db/addresses.js";
import { findOrder, listOrders } from "../db/orders.js";
import { inTransaction } from "../db/pool.js";
import { eraseUser, setDisplayName, setPasswordHash } from "../db/users.js";
import { PublicError } from "../lib/errors.js";
import { formatMoney } from "../lib/money.js";
import { render } from "../views/render.js";

const profile = z.object({ displayName: z.string().trim().max(80) });
const passwordChange = z.object({
  current: z.string().max(MAX_LENGTH).optional(),
  password: z.string().min(MIN_LENGTH).max(MAX_LENGTH),
});
const address = z.object({
  id: z.string().uuid().optional(),
  recipient: z.string().trim().min(1).max(120),
  street: z.string().trim().min(1).max(200),
  postcode: z.string().trim().min(2).max(16),
  city: z.string().trim().min(1).max(120),
  country: z.string().length(2),
});

const ORDERS_PER_PAGE = 20;

export const accountRoutes: FastifyPluginAsync = async (app) => {
  app.addHook("preHandler", requireLogin);

  app.get("/", async (request, reply) => {
    const user = request.user!;
    const [orders, addresses] = await Promise.all([
      listOrders(app.db, user.id, { limit: 5, before: null }),
      listAddresses(app.db, user.id),
    ]);
    return reply.type("text/html").send(
      render("account", {
        csrf: request.session.csrfToken,
        displayName: user.displayName ?? "",
        email: user.email,
        verified: user.emailVerifiedAt !== null,
        hasPassword: user.passwordHash !== null,
        orders: orders.map((order) => ({ ...order, total: formatMoney(order.total, user.locale) })),
        addresses,
      }),
    );
  });

  app.post("/profile", async (request, reply) => {
    const parsed = profile.safeParse(request.body);
    if (!parsed.success) throw new PublicError("bad_profile");
    await setDisplayName(app.db, request.user!.id, parsed.data.displayName || null);
    return reply.redirect("/account", 303);
  });

  app.post("/password", async (request, reply) => {
    const parsed = passwordChange.safeParse(request.body);
    if (!parsed.success) throw new PublicError("weak_password");
    const user = request.user!;
    if (!(await verifyPassword(user.passwordHash, parsed.data.current ?? ""))) {
      throw new PublicError("bad_credentials", 403);
    }
    await inTransaction(app.db, async (db) => {
      await setPasswordHash(db, user.id, await hashPassword(parsed.data.password));
      const session = await rotateSession(db, request, reply, request.session, user.id);
      await endOtherSessions(db, session);
    });
    return reply.redirect("/account?changed=password", 303);
  });

  app.get("/orders", async (request, reply) => {
    const { before } = request.query as { before?: string };
    const orders = await listOrders(app.db, request.user!.id, { limit: ORDERS_PER_PAGE + 1, before: before ?? null });
    const more = orders.length > ORDERS_PER_PAGE;
    const shown = orders.slice(0, ORDERS_PER_PAGE);
    return reply.type("text/html").send(
      render("orders", {
        orders: shown.map((order) => ({ ...order, total: formatMoney(order.total, request.user!.locale) })),
        next: more ? shown.at(-1)!.number : null,
      }),
    );
  });

  app.get<{ Params: { number: string } }>("/orders/:number", async (request, reply) => {
    const order = await findOrder(app.db, request.user!.id, request.params.number);
    if (!order) throw new PublicError("no_such_order", 404);
    return reply.type("text/html").send(render("order", { order, csrf: request.session.csrfToken }));
  });

  app.post("/addresses", async (request, reply) => {
    const parsed = address.safeParse(request.body);
    if (!parsed.success) throw new PublicError("bad_address");
    await saveAddress(app.db, request.user!.id, parsed.data);
    return reply.redirect("/account#addresses", 303);
  });

  app.post<{ Params: { id: string } }>("/addresses/:id/remove", async (request, reply) => {
    await removeAddress(app.db, request.user!.id, request.params.id);
    return reply.redirect("/account#addresses", 303);
  });

  app.post("/sessions/end-others", async (request, reply) => {
    const ended = await endOtherSessions(app.db, request.session);
    request.log.info({ ended }, "other sessions ended");
    return reply.redirect("/account?ended=others", 303);
  });

  app.post("/erase", async (request, reply) => {
    const user = request.user!;
    const { password } = request.body as { password?: string };
    if (!(await verifyPassword(user.passwordHash, password ?? ""))) throw new PublicError("bad_credentials", 403);
    await inTransaction(app.db, async (db) => {
      await eraseUser(db, user.id);
      await endSession(db, reply, request.session);
    });
    return reply.redirect("/?erased=1", 303);
  });
};
