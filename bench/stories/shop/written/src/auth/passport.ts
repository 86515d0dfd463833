import passport from "@fastify/passport";
import type { FastifyInstance } from "fastify";
import { Strategy as GitHubStrategy } from "passport-github2";
import { Strategy as GoogleStrategy } from "passport-google-oauth20";

import { createUser, findUserByEmail, findUserById } from "../db/users.js";

export async function registerPassport(app: FastifyInstance): Promise<void> {
  const { publicUrl } = app.config;

  await app.register(passport.initialize());
  await app.register(passport.secureSession());

  passport.registerUserSerializer(async (user: { id: string }) => user.id);
  passport.registerUserDeserializer(async (id: string) => findUserById(app.db, id));

  passport.use(
    new GoogleStrategy(
      {
        clientID: process.env["GOOGLE_CLIENT_ID"]!,
        clientSecret: process.env["GOOGLE_CLIENT_SECRET"]!,
        callbackURL: new URL("/login/google/callback", publicUrl).href,
        scope: ["openid", "email", "profile"],
        state: true,
        pkce: true,
      },
      async (_access, _refresh, profile, done) => {
        const email = profile.emails?.[0]?.value;
        if (!email) return done(null, false, { message: "no address" });
        const user = (await findUserByEmail(app.db, email)) ?? (await createUser(app.db, { email, passwordHash: null }));
        return done(null, user);
      },
    ),
  );

  passport.use(
    new GitHubStrategy(
      {
        clientID: process.env["GITHUB_CLIENT_ID"]!,
        clientSecret: process.env["GITHUB_CLIENT_SECRET"]!,
        callbackURL: new URL("/login/github/callback", publicUrl).href,
        scope: ["read:user", "user:email"],
        state: true,
      },
      async (_access: string, _refresh: string, profile: { emails?: { value: string }[] }, done) => {
        const email = profile.emails?.[0]?.value;
        if (!email) return done(null, false);
        const user = (await findUserByEmail(app.db, email)) ?? (await createUser(app.db, { email, passwordHash: null }));
        return done(null, user);
      },
    ),
  );
}
