import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { challengeFor } from "../src/auth/oauth/pkce.js";
import { createUser } from "../src/db/users.js";
import { browser, type Browser } from "./browser.js";
import { fakeProvider } from "./fake-provider.js";
import { startTestServer, type TestServer } from "./server.js";

type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>;

let server: TestServer;
let visitor: Browser;
let provider: FakeProvider;

async function start(id: "google" | "github" = "google") {
  provider = await fakeProvider(id);
  server = await startTestServer({ oauth: provider });
  visitor = browser(server);
}
beforeEach(() => start());
afterEach(() => server.stop());

const WHO = { subject: "1001", email: "customer@shop.example" };

async function leave(next = "/account"): Promise<string> {
  const page = await visitor.post(`/login/${provider.id}`, { next });
  expect(page.status).toBe(303);
  return page.location!;
}

describe("leaving for the provider", () => {
  it("asks for a code, with state, nonce and an S256 challenge", async () => {
    const url = new URL(await leave());
    expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(url.searchParams.get("response_type")).toBe("code");
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(url.searchParams.get("state")).toMatch(/^[\w-]{32}$/);
    expect(url.searchParams.get("nonce")).toMatch(/^[\w-]{22}$/);
  });

  it("never shows the verifier", async () => {
    const url = await leave();
    const { rows } = await server.db.query<{ verifier: string }>("select verifier from oauth_logins");
    expect(url).not.toContain(rows[0]!.verifier);
    expect(url).toContain(challengeFor(rows[0]!.verifier));
  });

  it("does not work by GET or without the CSRF token", async () => {
    expect((await visitor.get("/login/google")).status).toBe(404);
    expect((await visitor.post("/login/google", {}, { csrf: false })).status).toBe(403);
  });

  it("does not know other providers", async () => {
    expect((await visitor.post("/login/myspace", {})).status).toBe(404);
  });
});

describe.each(["google", "github"] as const)("coming back from %s", (id) => {
  beforeEach(async () => {
    await server.stop();
    await start(id);
  });

  it("opens an account with a verified address", async () => {
    const page = await visitor.get(provider.approve(await leave("/checkout"), WHO));
    expect(page.status).toBe(303);
    expect(page.location).toBe("/checkout");
    const account = await visitor.get("/account");
    expect(account.text("[data-email]")).toBe(WHO.email);
    expect(account.text("[data-verified]")).toBe("verified");
  });

  it("recognises the person the next time, whatever the address is by then", async () => {
    await visitor.get(provider.approve(await leave(), WHO));
    const first = (await visitor.session()).userId;
    await visitor.post("/logout", {});
    await visitor.get(provider.approve(await leave(), { ...WHO, email: "renamed@shop.example" }));
    expect((await visitor.session()).userId).toBe(first);
  });

  it("gives a new session token and keeps the basket", async () => {
    await visitor.addToBasket("blue-mug", 1);
    const before = visitor.cookie("sid");
    await visitor.get(provider.approve(await leave(), WHO));
    expect(visitor.cookie("sid")).not.toBe(before);
    expect(await visitor.basket()).toEqual([{ slug: "blue-mug", quantity: 1 }]);
  });

  it("does not take an unverified address for verified", async () => {
    await visitor.get(provider.approve(await leave(), { ...WHO, verified: false }));
    expect((await visitor.get("/account")).text("[data-verified]")).toBe("not verified");
  });

  it("needs an address", async () => {
    const page = await visitor.get(provider.approve(await leave(), { subject: "1002", email: null }));
    expect(page.status).toBe(422);
  });
});

describe("a callback that is not ours", () => {
  it("is refused in another browser", async () => {
    const callback = provider.approve(await leave(), WHO);
    const thief = browser(server);
    await thief.get("/");
    expect((await thief.get(callback)).status).toBe(400);
  });

  it("is refused the second time", async () => {
    const callback = provider.approve(await leave(), WHO);
    await visitor.get(callback);
    expect((await visitor.get(callback)).status).toBe(400);
  });

  it("is refused after ten minutes", async () => {
    const callback = provider.approve(await leave(), WHO);
    await server.db.query("update oauth_logins set expires_at = now() - interval '1 second'");
    expect((await visitor.get(callback)).status).toBe(400);
  });

  it("is refused when it belongs to another provider", async () => {
    const callback = provider.approve(await leave(), WHO).replace("google", "github");
    expect((await visitor.get(callback)).status).toBe(404);
  });

  it("is refused with a code of another login", async () => {
    const one = new URL(provider.approve(await leave(), WHO), "http://x");
    const two = new URL(provider.approve(await leave(), WHO), "http://x");
    const mixed = `/login/google/callback?code=${one.searchParams.get("code")}&state=${two.searchParams.get("state")}`;
    expect((await visitor.get(mixed)).status).toBe(502);
  });
});

describe("when the provider says no", () => {
  it("goes back to the login page if the person declined", async () => {
    const state = new URL(await leave()).searchParams.get("state");
    const page = await visitor.get(`/login/google/callback?error=access_denied&state=${state}`);
    expect(page.location).toBe("/login?declined=1");
  });

  it("says that it is the provider's fault if it is down", async () => {
    const callback = provider.approve(await leave(), WHO);
    provider.goDown();
    const page = await visitor.get(callback);
    expect(page.status).toBe(502);
    expect(page.text(".error")).toMatch(/not available/);
  });

  it("tolerates a clock that is a little ahead, and no more", async () => {
    provider.setClock(20);
    expect((await visitor.get(provider.approve(await leave(), WHO))).status).toBe(303);
    await visitor.post("/logout", {});
    provider.setClock(-7200);
    expect((await visitor.get(provider.approve(await leave(), WHO))).status).toBe(502);
  });
});

describe("an address that is taken", () => {
  it("is not opened by a login at a provider", async () => {
    await createUser(server.db, { email: WHO.email, passwordHash: null });
    const page = await visitor.get(provider.approve(await leave(), WHO));
    expect(page.status).toBe(409);
    expect((await visitor.session()).userId).toBeNull();
  });
});
