import { z } from "zod";

/**
 * The environment, read once and checked: a wrong value stops the process at the start
 * rather than the first customer who runs into it.
 */
const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  PORT: z.coerce.number().int().positive().default(4000),
  PUBLIC_URL: z.string().url().default("http://localhost:4000"),
  DATABASE_URL: z.string().url(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  REDIS_URL: z.string().url().optional(),
  SESSION_SECRET: z.string().min(32),
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  MAIL_FROM: z.string().email().default("orders@shop.example"),
  SMTP_URL: z.string().url().optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error"]).default("info"),
});

export type Config = Readonly<{
  env: "development" | "test" | "production";
  port: number;
  publicUrl: URL;
  database: { url: string; poolSize: number };
  redisUrl: string | null;
  session: { secret: string; days: number; secureCookies: boolean };
  mail: { from: string; smtpUrl: string | null };
  logLevel: string;
}>;

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The environment is not usable:\n${problems.join("\n")}`);
  }
  const values = parsed.data;
  return Object.freeze({
    env: values.NODE_ENV,
    port: values.PORT,
    publicUrl: new URL(values.PUBLIC_URL),
    database: { url: values.DATABASE_URL, poolSize: values.DATABASE_POOL_SIZE },
    redisUrl: values.REDIS_URL ?? null,
    session: {
      secret: values.SESSION_SECRET,
      days: values.SESSION_DAYS,
      secureCookies: values.NODE_ENV === "production",
    },
    mail: { from: values.MAIL_FROM, smtpUrl: values.SMTP_URL ?? null },
    logLevel: values.LOG_LEVEL,
  });
}
