import { createRemoteJWKSet, jwtVerify } from "jose";
import { z } from "zod";

import type { Pkce } from "./pkce.js";
import type { Profile, Provider } from "./providers.js";

export type Credentials = Readonly<{ clientId: string; clientSecret: string }>;

export type Tokens = Readonly<{
  accessToken: string;
  refreshToken: string | null;
  idToken: string | null;
  expiresAt: Date | null;
  scope: string | null;
}>;

const TIMEOUT_MS = 8_000;
/** Clocks differ: an id token from a few seconds in the future is still good. */
const CLOCK_SKEW_SECONDS = 30;

const tokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().int().positive().optional(),
  scope: z.string().optional(),
});

const errorResponse = z.object({ error: z.string(), error_description: z.string().optional() });

/** A provider said no, or said something that is no answer. The reason is for the log, never for the page. */
export class ProviderError extends Error {
  constructor(
    readonly provider: string,
    readonly reason: string,
    readonly retryable: boolean,
  ) {
    super(`${provider}: ${reason}`);
    this.name = "ProviderError";
  }
}

export class OAuthClient {
  readonly #keys;

  constructor(
    readonly provider: Provider,
    private readonly credentials: Credentials,
    private readonly redirectUri: string,
    private readonly fetcher: typeof fetch = fetch,
  ) {
    this.#keys = provider.jwksUrl ? createRemoteJWKSet(new URL(provider.jwksUrl)) : null;
  }

  authorizeUrl(options: { state: string; nonce: string; pkce: Pkce }): URL {
    const url = new URL(this.provider.authorizeUrl);
    const parameters = {
      response_type: "code",
      client_id: this.credentials.clientId,
      redirect_uri: this.redirectUri,
      scope: this.provider.scopes.join(" "),
      state: options.state,
      nonce: options.nonce,
      code_challenge: options.pkce.challenge,
      code_challenge_method: "S256",
      ...this.provider.extra,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url;
  }

  async exchange(code: string, verifier: string): Promise<Tokens> {
    return this.#tokenRequest({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirectUri,
      code_verifier: verifier,
    });
  }

  async refresh(refreshToken: string): Promise<Tokens> {
    return this.#tokenRequest({ grant_type: "refresh_token", refresh_token: refreshToken });
  }

  async profile(tokens: Tokens, nonce: string): Promise<Profile> {
    const body = await this.#getJson(this.provider.profileUrl, tokens.accessToken);
    const emails =
      this.provider.id === "github"
        ? await this.#getJson(`${this.provider.profileUrl}/emails`, tokens.accessToken)
        : null;
    const profile = this.provider.readProfile(body, emails);
    await this.#checkIdToken(tokens, nonce, profile.subject);
    return profile;
  }

  async #checkIdToken(tokens: Tokens, nonce: string, subject: string): Promise<void> {
    if (!this.#keys || !this.provider.issuer) return;
    if (!tokens.idToken) throw this.#error("no id token", false);
    const { payload } = await jwtVerify(tokens.idToken, this.#keys, {
      issuer: this.provider.issuer,
      audience: this.credentials.clientId,
      clockTolerance: CLOCK_SKEW_SECONDS,
    });
    if (payload["nonce"] !== nonce) throw this.#error("the nonce of the id token is not ours", false);
    if (payload.sub !== subject) throw this.#error("id token and profile name different people", false);
  }

  async #tokenRequest(parameters: Record<string, string>): Promise<Tokens> {
    const response = await this.#send(this.provider.tokenUrl, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        ...parameters,
        client_id: this.credentials.clientId,
        client_secret: this.credentials.clientSecret,
      }),
    });
    const body: unknown = await response.json().catch(() => null);
    // GitHub answers 200 with an error in the body, so the body is looked at before the status.
    const refused = errorResponse.safeParse(body);
    if (refused.success) throw this.#error(`refused with ${refused.data.error}`, false);
    if (!response.ok) throw this.#error(`token endpoint answered ${response.status}`, response.status >= 500);
    const parsed = tokenResponse.safeParse(body);
    if (!parsed.success) throw this.#error("the token response is not one", false);
    const { access_token, refresh_token, id_token, expires_in, scope } = parsed.data;
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      idToken: id_token ?? null,
      expiresAt: expires_in ? new Date(Date.now() + expires_in * 1000) : null,
      scope: scope ?? null,
    };
  }

  async #getJson(url: string, accessToken: string): Promise<unknown> {
    const response = await this.#send(url, {
      headers: { accept: "application/json", authorization: `Bearer ${accessToken}`, "user-agent": "shop" },
    });
    if (!response.ok) throw this.#error(`${new URL(url).pathname} answered ${response.status}`, response.status >= 500);
    return response.json();
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.fetcher(url, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw this.#error(error instanceof Error ? error.name : "unreachable", true);
    }
  }

  #error(reason: string, retryable: boolean): ProviderError {
    return new ProviderError(this.provider.id, reason, retryable);
  }
}
