import type { InjectOptions } from "fastify";
import { parse } from "node-html-parser";

import { findSession, type Session } from "../src/auth/session.js";
import type { TestServer } from "./server.js";

/** A visitor with a cookie jar, who reads pages by selector and posts forms with the page's token. */
export function browser(server: TestServer) {
  const jar = new Map<string, string>();
  let csrf = "";

  async function send(options: InjectOptions): Promise<Page> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await server.app.inject({ ...options, headers: { ...options.headers, cookie } });
    for (const { name, value } of response.cookies) {
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    const page = new Page(response.statusCode, response.headers.location ?? null, response.body);
    csrf = page.field("_csrf") ?? csrf;
    return page;
  }

  return {
    get: (url: string) => send({ method: "GET", url }),
    async post(url: string, fields: Record<string, string>, options = { csrf: true }) {
      if (options.csrf && !csrf) await this.get("/login");
      const payload = new URLSearchParams(options.csrf ? { ...fields, _csrf: csrf } : fields).toString();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return send({ method: "POST", url, payload, headers });
    },
    login(email: string, password: string) {
      return this.post("/login", { email, password });
    },
    register(email: string, password: string) {
      return this.post("/register", { email, password });
    },
    addToBasket(slug: string, quantity: number) {
      return this.post("/basket/lines", { slug, quantity: String(quantity) });
    },
    async basket() {
      const page = await this.get("/basket");
      return page.rows("[data-line]").map((row) => ({
        slug: row.getAttribute("data-line")!,
        quantity: Number(row.querySelector("input[name=quantity]")!.getAttribute("value")),
      }));
    },
    async session(): Promise<Session> {
      return (await findSession(server.db, jar.get("sid") ?? ""))!;
    },
    cookie: (name: string) => jar.get(name) ?? null,
  };
}

export type Browser = ReturnType<typeof browser>;

export class Page {
  readonly #root;

  constructor(
    readonly status: number,
    readonly location: string | null,
    readonly body: string,
  ) {
    this.#root = parse(body);
  }

  field(name: string): string | null {
    return this.#root.querySelector(`input[name="${name}"]`)?.getAttribute("value") ?? null;
  }

  text(selector: string): string | null {
    return this.#root.querySelector(selector)?.text.trim() ?? null;
  }

  rows(selector: string) {
    return this.#root.querySelectorAll(selector);
  }
}
