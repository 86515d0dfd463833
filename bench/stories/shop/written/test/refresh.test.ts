import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { OAuthClient } from "../src/auth/oauth/client.js";
import { github, google } from "../src/auth/oauth/providers.js";
import { refresh, seal, storeRefreshToken, unseal } from "../src/auth/oauth/tokens.js";
import { insertIdentity } from "../src/db/identities.js";
import { createUser } from "../src/db/users.js";
import { fakeProvider } from "./fake-provider.js";
import { startTestServer, type TestServer } from "./server.js";

type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>;

const CREDENTIALS = { clientId: "client-id", clientSecret: "client-secret" };
const WHO = { subject: "1001", email: "customer@shop.example" };

let server: TestServer;
let provider: FakeProvider;
let client: OAuthClient;
let identityId: string;

async function start(id: "google" | "github") {
  provider = await fakeProvider(id);
  server = await startTestServer({ oauth: provider });
  client = new OAuthClient(id === "google" ? google : github, CREDENTIALS, "http://x/callback", provider.fetcher);
  const user = await createUser(server.db, { email: WHO.email, passwordHash: null });
  const identity = await insertIdentity(server.db, { userId: user.id, provider: id, subject: WHO.subject, email: null });
  identityId = identity.id;
  const url = client.authorizeUrl({ state: "s", nonce: "n", pkce: { verifier: "v".repeat(43), challenge: CHALLENGE } });
  const code = new URL(provider.approve(url.href, WHO), "http://x").searchParams.get("code")!;
  await storeRefreshToken(server.db, identityId, await client.exchange(code, "v".repeat(43)));
}

const CHALLENGE = "Ky1Fv0fmZSQ3pIf5dyvkGxhzEvpJpkMe1Cm5jvdgkFc";

beforeEach(() => start("github"));
afterEach(() => server.stop());

async function generations(): Promise<{ generation: number; used: boolean; revoked: boolean }[]> {
  const { rows } = await server.db.query(
    `select generation, used_at is not null as used, revoked_at is not null as revoked
       from refresh_tokens order by generation`,
  );
  return rows;
}

describe("sealing", () => {
  it("gives back what it was given", () => {
    expect(unseal(seal("rt_secret"))).toBe("rt_secret");
  });

  it("never gives the same bytes twice", () => {
    expect(seal("rt_secret").equals(seal("rt_secret"))).toBe(false);
  });

  it("notices a changed byte", () => {
    const sealed = seal("rt_secret");
    sealed[sealed.length - 1]! ^= 1;
    expect(() => unseal(sealed)).toThrow();
  });
});

describe("rotation", () => {
  it("adds a generation with each use", async () => {
    await refresh(server.db, client, identityId);
    await refresh(server.db, client, identityId);
    expect(await generations()).toEqual([
      { generation: 0, used: true, revoked: false },
      { generation: 1, used: true, revoked: false },
      { generation: 2, used: false, revoked: false },
    ]);
  });

  it("keeps the old token where the provider does not rotate", async () => {
    await server.stop();
    await start("google");
    const first = await refresh(server.db, client, identityId);
    const second = await refresh(server.db, client, identityId);
    expect(first.kind).toBe("fresh");
    expect(second.kind).toBe("fresh");
  });

  it("lets two workers refresh at once", async () => {
    const results = await Promise.all([
      refresh(server.db, client, identityId),
      refresh(server.db, client, identityId),
    ]);
    expect(results.map((result) => result.kind)).toEqual(["fresh", "fresh"]);
    expect(await generations()).toHaveLength(3);
  });

  it("ends the family when a token is used again after the grace time", async () => {
    const start = new Date();
    await refresh(server.db, client, identityId, start);
    await server.db.query("delete from refresh_tokens where generation = 1");
    const later = new Date(start.getTime() + 60_000);
    expect((await refresh(server.db, client, identityId, later)).kind).toBe("reused");
    expect((await generations()).every((token) => token.revoked)).toBe(true);
  });

  it("ends the family when the customer has withdrawn our access", async () => {
    provider.withdrawAccess();
    expect((await refresh(server.db, client, identityId)).kind).toBe("revoked");
    expect((await refresh(server.db, client, identityId)).kind).toBe("gone");
  });

  it("keeps the token when the provider is only down", async () => {
    provider.goDown();
    await expect(refresh(server.db, client, identityId)).rejects.toThrow("github: TypeError");
    provider.goDown(false);
    expect((await refresh(server.db, client, identityId)).kind).toBe("fresh");
  });
});
