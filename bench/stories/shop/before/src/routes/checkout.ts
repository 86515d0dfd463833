import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";

import { requireLogin } from "../auth/middleware.js";
import { listAddresses } from "../db/addresses.js";
import { findBasket, type Basket } from "../db/baskets.js";
import { placeOrder } from "../db/orders.js";
import { inTransaction } from "../db/pool.js";
import { reserveStock } from "../db/stock.js";
import { PublicError } from "../lib/errors.js";
import { sendOrderMail } from "../lib/mail.js";
import { addMoney, formatMoney, type Money } from "../lib/money.js";
import { createPayment, type PaymentMethod } from "../lib/payments.js";
import { shippingFor } from "../lib/shipping.js";
import { taxFor } from "../lib/tax.js";
import { render } from "../views/render.js";

const choice = z.object({
  addressId: z.string().uuid(),
  shipping: z.enum(["standard", "express", "pickup"]),
  payment: z.enum(["card", "invoice", "transfer"]),
  note: z.string().trim().max(500).optional(),
});

type Totals = Readonly<{ goods: Money; shipping: Money; tax: Money; total: Money }>;

/** Everything a customer is shown before paying is computed here, and computed again when the order is placed. */
async function totalsFor(basket: Basket, country: string, shipping: "standard" | "express" | "pickup"): Promise<Totals> {
  const goods = basket.lines.reduce<Money>(
    (sum, line) => addMoney(sum, { cents: line.unitPrice.cents * line.quantity, currency: line.unitPrice.currency }),
    { cents: 0, currency: basket.currency },
  );
  const carriage = await shippingFor(basket, country, shipping);
  const tax = taxFor({ goods, carriage, country });
  return { goods, shipping: carriage, tax, total: addMoney(goods, carriage) };
}

export const checkoutRoutes: FastifyPluginAsync = async (app) => {
  app.addHook("preHandler", requireLogin);

  app.get("/", async (request, reply) => {
    const basket = await findBasket(app.db, request.session.id);
    if (!basket || basket.lines.length === 0) return reply.redirect("/basket", 303);
    const addresses = await listAddresses(app.db, request.user!.id);
    const country = addresses[0]?.country ?? "DE";
    const totals = await totalsFor(basket, country, "standard");
    return reply.type("text/html").send(
      render("checkout", {
        csrf: request.session.csrfToken,
        addresses,
        lines: basket.lines.map((line) => ({ ...line, price: formatMoney(line.unitPrice, request.user!.locale) })),
        totals: {
          goods: formatMoney(totals.goods, request.user!.locale),
          shipping: formatMoney(totals.shipping, request.user!.locale),
          tax: formatMoney(totals.tax, request.user!.locale),
          total: formatMoney(totals.total, request.user!.locale),
        },
      }),
    );
  });

  app.post("/", async (request, reply) => {
    const parsed = choice.safeParse(request.body);
    if (!parsed.success) throw new PublicError("bad_checkout");
    const user = request.user!;
    if (user.emailVerifiedAt === null) throw new PublicError("verify_email_first", 403);

    const { order, payment } = await inTransaction(app.db, async (db) => {
      const basket = await findBasket(db, request.session.id);
      if (!basket || basket.lines.length === 0) throw new PublicError("empty_basket");
      const addresses = await listAddresses(db, user.id);
      const address = addresses.find((candidate) => candidate.id === parsed.data.addressId);
      if (!address) throw new PublicError("bad_address");

      const missing = await reserveStock(db, basket);
      if (missing.length > 0) throw new PublicError("out_of_stock", 409);

      const totals = await totalsFor(basket, address.country, parsed.data.shipping);
      const placed = await placeOrder(db, { user, basket, address, totals, note: parsed.data.note ?? null });
      const started = await createPayment(placed, parsed.data.payment as PaymentMethod);
      return { order: placed, payment: started };
    });

    await sendOrderMail(app.config.mail, user, order);
    return reply.redirect(payment.redirectUrl ?? `/account/orders/${order.number}`, 303);
  });
};
