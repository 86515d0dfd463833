import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import Fastify, { type FastifyInstance } from "fastify";

import { attachSession } from "./auth/middleware.js";
import { readConfig, type Config } from "./config.js";
import { createPool } from "./db/pool.js";
import { PublicError } from "./lib/errors.js";
import { accountRoutes } from "./routes/account.js";
import { basketRoutes } from "./routes/basket.js";
import { catalogueRoutes } from "./routes/catalogue.js";
import { checkoutRoutes } from "./routes/checkout.js";
import { loginRoutes } from "./routes/login.js";
import { webhookRoutes } from "./routes/webhooks.js";
import { render } from "./views/render.js";

declare module "fastify" {
  interface FastifyInstance {
    config: Config;
    db: ReturnType<typeof createPool>;
  }
}

/** Builds the application without listening, which is also how the tests use it. */
export async function buildServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel, redact: ["req.headers.cookie", "req.headers.authorization"] },
    trustProxy: config.env === "production",
    genReqId: () => crypto.randomUUID(),
  });

  app.decorate("config", config);
  app.decorate("db", createPool(config.database));
  app.addHook("onClose", async () => {
    await app.db.end();
  });

  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "https://images.shop.example"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  await app.register(cookie, { secret: config.session.secret });
  await app.register(formbody);
  app.addHook("onRequest", attachSession);

  await app.register(catalogueRoutes);
  await app.register(basketRoutes, { prefix: "/basket" });
  await app.register(loginRoutes);
  await app.register(accountRoutes, { prefix: "/account" });
  await app.register(checkoutRoutes, { prefix: "/checkout" });
  await app.register(webhookRoutes, { prefix: "/webhooks" });

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof PublicError) {
      request.log.info({ code: error.code }, "refused");
      return reply.status(error.status).type("text/html").send(render("error", { message: error.message }));
    }
    request.log.error({ err: error }, "failed");
    return reply.status(500).type("text/html").send(render("error", { message: "Something went wrong." }));
  });

  return app;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const config = readConfig();
  const app = await buildServer(config);
  await app.listen({ port: config.port, host: "0.0.0.0" });
}
