import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createUser, findUserByEmail } from "../src/db/users.js";
import { hashPassword } from "../src/auth/password.js";
import { browser, type Browser } from "./browser.js";
import { startTestServer, type TestServer } from "./server.js";

let server: TestServer;
let visitor: Browser;

beforeEach(async () => {
  server = await startTestServer();
  visitor = browser(server);
});
afterEach(() => server.stop());

async function customer(email = "customer@shop.example", password = "correct horse battery") {
  return createUser(server.db, { email, passwordHash: await hashPassword(password) });
}

describe("the login page", () => {
  it("shows a form with a token", async () => {
    const page = await visitor.get("/login");
    expect(page.status).toBe(200);
    expect(page.field("_csrf")).toMatch(/^[\w-]{43}$/);
  });

  it("keeps where the visitor wanted to go", async () => {
    const page = await visitor.get("/login?next=/checkout");
    expect(page.field("next")).toBe("/checkout");
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"])(
    "does not send anyone to %s",
    async (next) => {
      const page = await visitor.get(`/login?next=${encodeURIComponent(next)}`);
      expect(page.field("next")).toBe("/account");
    },
  );

  it("sends those who are logged in to their account", async () => {
    await customer();
    await visitor.login("customer@shop.example", "correct horse battery");
    const page = await visitor.get("/login");
    expect(page.status).toBe(303);
    expect(page.location).toBe("/account");
  });
});

describe("logging in", () => {
  it("accepts the right password", async () => {
    const user = await customer();
    const page = await visitor.login("customer@shop.example", "correct horse battery");
    expect(page.status).toBe(303);
    expect((await visitor.session()).userId).toBe(user.id);
  });

  it("accepts the address in any case", async () => {
    await customer("Customer@Shop.example");
    const page = await visitor.login(" customer@shop.EXAMPLE ".trim(), "correct horse battery");
    expect(page.status).toBe(303);
  });

  it("says the same for a wrong password and an unknown address", async () => {
    await customer();
    const wrong = await visitor.login("customer@shop.example", "wrong password");
    const unknown = await visitor.login("nobody@shop.example", "wrong password");
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.text(".error")).toBe(unknown.text(".error"));
  });

  it("gives a new session token", async () => {
    await customer();
    await visitor.get("/");
    const before = visitor.cookie("sid");
    await visitor.login("customer@shop.example", "correct horse battery");
    expect(visitor.cookie("sid")).not.toBe(before);
  });

  it("keeps the basket", async () => {
    await customer();
    await visitor.addToBasket("blue-mug", 2);
    await visitor.login("customer@shop.example", "correct horse battery");
    expect(await visitor.basket()).toEqual([{ slug: "blue-mug", quantity: 2 }]);
  });

  it("refuses without the CSRF token", async () => {
    await customer();
    const page = await visitor.post("/login", { email: "customer@shop.example", password: "x" }, { csrf: false });
    expect(page.status).toBe(403);
  });

  it("slows down guessing", async () => {
    await customer();
    for (let attempt = 0; attempt < 10; attempt += 1) await visitor.login("customer@shop.example", `guess ${attempt}`);
    const page = await visitor.login("customer@shop.example", "correct horse battery");
    expect(page.status).toBe(429);
  });
});

describe("registering", () => {
  it("creates an account and logs in", async () => {
    const page = await visitor.register("new@shop.example", "a long enough password");
    expect(page.status).toBe(303);
    expect(await findUserByEmail(server.db, "new@shop.example")).not.toBeNull();
  });

  it("does not tell that an address is taken", async () => {
    await customer();
    const page = await visitor.register("customer@shop.example", "a long enough password");
    expect(page.status).toBe(200);
    expect(page.text("h1")).toBe("Check your mail");
    expect(server.mails.at(-1)?.template).toBe("already-registered");
  });

  it("refuses a short password", async () => {
    const page = await visitor.register("new@shop.example", "short");
    expect(page.status).toBe(400);
  });
});
