import { createHash, randomBytes } from "node:crypto";

export type Pkce = Readonly<{ verifier: string; challenge: string }>;

/** A verifier of 43 characters is 256 bits, the least that RFC 7636 recommends and more than anyone can guess. */
export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: challengeFor(verifier) };
}

export function challengeFor(verifier: string): string {
  return createHash("sha256").update(verifier, "ascii").digest("base64url");
}
