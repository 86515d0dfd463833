import argon2 from "argon2";

const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Verified when the account does not exist, so that the answer takes as long either way. */
const NOBODY = await argon2.hash("nobody has this password", OPTIONS);

export const MIN_LENGTH = 10;
export const MAX_LENGTH = 200;

export async function hashPassword(password: string): Promise<string> {
  return argon2.hash(password, OPTIONS);
}

export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? NOBODY, password);
  return hash !== null && matches;
}

export function needsRehash(hash: string): boolean {
  return argon2.needsRehash(hash, OPTIONS);
}
