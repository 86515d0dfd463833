import { z } from "zod";

/** Who somebody is, as a provider tells it, in one form for all providers. */
export type Profile = Readonly<{
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}>;

export type Provider = Readonly<{
  id: "google" | "github";
  title: string;
  issuer: string | null;
  authorizeUrl: string;
  tokenUrl: string;
  profileUrl: string;
  jwksUrl: string | null;
  scopes: readonly string[];
  /** Extra parameters of the authorisation request. */
  extra: Readonly<Record<string, string>>;
  /** Whether the provider replaces the refresh token each time it is used. */
  rotatesRefreshTokens: boolean;
  readProfile(body: unknown, emails: unknown): Profile;
}>;

const googleProfile = z.object({
  sub: z.string().min(1),
  email: z.string().email().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});

const githubProfile = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullable().optional() });
const githubEmails = z.array(z.object({ email: z.string().email(), primary: z.boolean(), verified: z.boolean() }));

export const google: Provider = {
  id: "google",
  title: "Google",
  issuer: "https://accounts.google.com",
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  profileUrl: "https://openidconnect.googleapis.com/v1/userinfo",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
  scopes: ["openid", "email", "profile"],
  extra: { access_type: "offline", prompt: "select_account" },
  rotatesRefreshTokens: false,
  readProfile(body) {
    const profile = googleProfile.parse(body);
    return {
      subject: profile.sub,
      email: profile.email ?? null,
      emailVerified: profile.email_verified ?? false,
      name: profile.name ?? null,
    };
  },
};

export const github: Provider = {
  id: "github",
  title: "GitHub",
  issuer: null,
  authorizeUrl: "https://github.com/login/oauth/authorize",
  tokenUrl: "https://github.com/login/oauth/access_token",
  profileUrl: "https://api.github.com/user",
  jwksUrl: null,
  scopes: ["read:user", "user:email"],
  extra: {},
  rotatesRefreshTokens: true,
  readProfile(body, emails) {
    const profile = githubProfile.parse(body);
    // The address on the profile is whatever the person typed; only the list says what was verified.
    const primary = githubEmails.parse(emails).find((entry) => entry.primary);
    return {
      subject: String(profile.id),
      email: primary?.email ?? null,
      emailVerified: primary?.verified ?? false,
      name: profile.name ?? profile.login,
    };
  },
};

export const providers: Readonly<Record<string, Provider>> = { google, github };
