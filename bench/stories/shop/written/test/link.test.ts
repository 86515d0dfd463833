import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { hashPassword } from "../src/auth/password.js";
import { listIdentities } from "../src/db/identities.js";
import { createUser, eraseUser } from "../src/db/users.js";
import { browser, type Browser } from "./browser.js";
import { fakeProvider } from "./fake-provider.js";
import { startTestServer, type TestServer } from "./server.js";

const PASSWORD = "correct horse battery";
const WHO = { subject: "1001", email: "at-google@shop.example" };

let server: TestServer;
let visitor: Browser;
let provider: Awaited<ReturnType<typeof fakeProvider>>;
let userId: string;

beforeEach(async () => {
  provider = await fakeProvider("google");
  server = await startTestServer({ oauth: provider });
  visitor = browser(server);
  const user = await createUser(server.db, {
    email: "customer@shop.example",
    passwordHash: await hashPassword(PASSWORD),
  });
  userId = user.id;
});
afterEach(() => server.stop());

async function throughGoogle(who = WHO) {
  const left = await visitor.post("/login/google", { next: "/account" });
  return visitor.get(provider.approve(left.location!, who));
}

describe("adding a provider", () => {
  it("links it to the account that is logged in", async () => {
    await visitor.login("customer@shop.example", PASSWORD);
    expect((await throughGoogle()).status).toBe(303);
    expect((await listIdentities(server.db, userId)).map((identity) => identity.provider)).toEqual(["google"]);
  });

  it("lets the person in by it from then on", async () => {
    await visitor.login("customer@shop.example", PASSWORD);
    await throughGoogle();
    await visitor.post("/logout", {});
    await throughGoogle();
    expect((await visitor.session()).userId).toBe(userId);
  });

  it("does not change the account's address", async () => {
    await visitor.login("customer@shop.example", PASSWORD);
    await throughGoogle();
    expect((await visitor.get("/account")).text("[data-email]")).toBe("customer@shop.example");
  });

  it("refuses an identity that belongs to somebody else", async () => {
    await throughGoogle();
    await visitor.post("/logout", {});
    await visitor.login("customer@shop.example", PASSWORD);
    expect((await throughGoogle()).status).toBe(409);
    expect(await listIdentities(server.db, userId)).toEqual([]);
  });
});

describe("removing a provider", () => {
  it("works while there is a password", async () => {
    await visitor.login("customer@shop.example", PASSWORD);
    await throughGoogle();
    const page = await visitor.post("/account/identities/google/remove", {});
    expect(page.status).toBe(303);
    expect(await listIdentities(server.db, userId)).toEqual([]);
  });

  it("is refused when it is the only way in", async () => {
    await throughGoogle();
    const page = await visitor.post("/account/identities/google/remove", {});
    expect(page.status).toBe(409);
    expect((await visitor.get("/account")).text("[data-provider=google]")).toBe("Google");
  });
});

describe("an account without a password", () => {
  it("can set one without the old one", async () => {
    await throughGoogle();
    const page = await visitor.post("/account/password", { password: "a long enough password" });
    expect(page.status).toBe(303);
  });

  it("is not opened by an empty password", async () => {
    await throughGoogle();
    await visitor.post("/logout", {});
    expect((await visitor.login(WHO.email, "")).status).toBe(401);
  });

  it("can be erased, and its identity with it", async () => {
    await throughGoogle();
    const id = (await visitor.session()).userId!;
    await eraseUser(server.db, id);
    await visitor.post("/logout", {});
    expect((await throughGoogle()).status).toBe(303);
    expect((await visitor.session()).userId).not.toBe(id);
  });
});
