import { createHash, randomUUID } from "node:crypto";

import { exportJWK, generateKeyPair, SignJWT } from "jose";

type Grant = { challenge: string; nonce: string; subject: string; email: string | null; verified: boolean };

/**
 * A provider in memory that behaves as the real ones do where it matters: codes work once, the verifier is checked,
 * refresh tokens rotate, and a refusal is a 200 with an error in it when it plays GitHub.
 */
export async function fakeProvider(id: "google" | "github") {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "test", alg: "RS256", use: "sig" };
  const codes = new Map<string, Grant>();
  const access = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const calls: string[] = [];
  let down = false;
  let clockOffset = 0;

  async function idToken(grant: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000) + clockOffset;
    return new SignJWT({ nonce: grant.nonce, email: grant.email, email_verified: grant.verified })
      .setProtectedHeader({ alg: "RS256", kid: "test" })
      .setIssuer("https://accounts.google.com")
      .setAudience("client-id")
      .setSubject(grant.subject)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(privateKey);
  }

  async function tokensFor(grant: Grant): Promise<Response> {
    const accessToken = `at_${randomUUID()}`;
    const refreshToken = `rt_${randomUUID()}`;
    access.set(accessToken, grant);
    refreshTokens.set(refreshToken, grant);
    return json({
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: 3600,
      token_type: "bearer",
      ...(id === "google" ? { id_token: await idToken(grant) } : {}),
    });
  }

  function refuse(error: string): Response {
    return json({ error }, id === "github" ? 200 : 400);
  }

  async function token(body: URLSearchParams): Promise<Response> {
    if (body.get("client_secret") !== "client-secret") return refuse("invalid_client");
    if (body.get("grant_type") === "refresh_token") {
      const sent = body.get("refresh_token") ?? "";
      const grant = refreshTokens.get(sent);
      if (!grant) return refuse("invalid_grant");
      if (id === "github") refreshTokens.delete(sent);
      return tokensFor(grant);
    }
    const code = body.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(body.get("code_verifier") ?? "").digest("base64url");
    if (!grant || grant.challenge !== challenge) return refuse("invalid_grant");
    return tokensFor(grant);
  }

  const fetcher: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    calls.push(`${init?.method ?? "GET"} ${url.host}${url.pathname}`);
    if (down) throw new TypeError("fetch failed");
    if (url.pathname.endsWith("/certs")) return json({ keys: [jwk] });
    if (url.pathname.endsWith("/token") || url.pathname.endsWith("/access_token")) {
      return token(new URLSearchParams(String(init?.body)));
    }
    const bearer = new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const grant = access.get(bearer);
    if (!grant) return json({ message: "Bad credentials" }, 401);
    if (url.pathname.endsWith("/emails")) {
      return json(grant.email ? [{ email: grant.email, primary: true, verified: grant.verified }] : []);
    }
    return id === "google"
      ? json({ sub: grant.subject, email: grant.email ?? undefined, email_verified: grant.verified })
      : json({ id: Number(grant.subject), login: `user${grant.subject}`, name: null });
  };

  return {
    id,
    fetcher,
    calls,
    /** What the person does on the provider's page: agree, as somebody. */
    approve(authorizeUrl: string, who: { subject: string; email: string | null; verified?: boolean }): string {
      const url = new URL(authorizeUrl);
      const code = randomUUID();
      codes.set(code, {
        challenge: url.searchParams.get("code_challenge") ?? "",
        nonce: url.searchParams.get("nonce") ?? "",
        subject: who.subject,
        email: who.email,
        verified: who.verified ?? true,
      });
      return `/login/${id}/callback?code=${code}&state=${url.searchParams.get("state")}`;
    },
    withdrawAccess: () => refreshTokens.clear(),
    goDown: (value = true) => (down = value),
    setClock: (seconds: number) => (clockOffset = seconds),
  };
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}
