import type { Queryable } from "../db/pool.js";
import { createUser, findUserByEmail, findUserById, markEmailVerified, type User } from "../db/users.js";
import { findIdentity, insertIdentity, touchIdentity } from "../db/identities.js";
import { PublicError } from "../lib/errors.js";
import type { Tokens } from "./oauth/client.js";
import type { Profile } from "./oauth/providers.js";
import { storeRefreshToken } from "./oauth/tokens.js";

export type SignIn = Readonly<{
  provider: string;
  profile: Profile;
  tokens: Tokens;
  /** The account of somebody who is logged in and adds a provider to it. */
  linkUserId: string | null;
}>;

/**
 * Whose account a login at a provider opens. In this order:
 *
 * 1. the account this identity is linked to already;
 * 2. the account of the person who is logged in and adds the provider;
 * 3. a new account, when no account has the address.
 *
 * An account that merely has the same address is never opened this way. Whoever can verify an address at a provider
 * would own every account with that address here, and a provider that is careless about addresses would decide how
 * safe ours are. The person is asked to log in as usual and to add the provider on the account page.
 */
export async function signIn(db: Queryable, login: SignIn): Promise<User> {
  const { provider, profile } = login;
  const identity = await findIdentity(db, provider, profile.subject);
  if (identity) {
    if (login.linkUserId && identity.userId !== login.linkUserId) throw new PublicError("linked_elsewhere", 409);
    const user = await findUserById(db, identity.userId);
    if (!user) throw new PublicError("account_closed", 410);
    await touchIdentity(db, identity.id);
    await storeRefreshToken(db, identity.id, login.tokens);
    return user;
  }

  const user = login.linkUserId ? await findUserById(db, login.linkUserId) : await newAccount(db, profile);
  if (!user) throw new PublicError("account_closed", 410);
  const created = await insertIdentity(db, { userId: user.id, provider, subject: profile.subject, email: profile.email });
  await storeRefreshToken(db, created.id, login.tokens);
  return user;
}

async function newAccount(db: Queryable, profile: Profile): Promise<User> {
  if (!profile.email) throw new PublicError("no_address", 422);
  if (await findUserByEmail(db, profile.email)) throw new PublicError("log_in_to_link", 409);
  const user = await createUser(db, { email: profile.email, passwordHash: null, displayName: profile.name });
  if (profile.emailVerified) await markEmailVerified(db, user.id);
  return user;
}
