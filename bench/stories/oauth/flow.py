"""The flow itself: from an empty folder to a login that works, with an overloaded provider in between."""

from __future__ import annotations

from bench.stories.models import OPUS
from bench.stories.oauth import drafts
from bench.stories.outputs import typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

OVERLOADED = '529: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'


def build_the_flow(pen: Pen, project: Workspace) -> None:
    """From the agreed plan to green tests and a review by another model."""
    pen.user(
        "OK, you convinced me. Our own client then, authorization code with PKCE, as in your plan. No refresh tokens yet."
    )
    pen.label(pen.leaf, "plan agreed")
    pen.turn(
        "Small pieces first: PKCE, the two providers, and what survives while the visitor is away.",
        project.write("src/auth/oauth/pkce.ts"),
        project.write("src/auth/oauth/providers.ts"),
        project.write("src/auth/oauth/state.ts"),
        project.write("db/migrations/0014_identities.sql"),
        think="takeLogin has to be one DELETE ... RETURNING, so that a state works once even under two callbacks at once. "
        "Tie it to the session id: a callback in another browser must find nothing (login CSRF).",
    )
    pen.turn(
        "",
        bash(
            "npm install jose && docker compose up -d postgres-test && npm run migrate",
            "\nadded 1 package, and audited 328 packages in 2s\n\nfound 0 vulnerabilities\n"
            " Container shop-postgres-test-1  Started\n\n> shop@3.8.0 migrate\n> node scripts/migrate.js\n\n"
            "0014_identities.sql ... applied in 41 ms\n",
            seconds=9,
        ),
        project.write("src/auth/oauth/client.ts", drafts.first_client(project)),
    )
    pen.turn(
        "Then who is who: the identities table's queries and the one place that decides whose account a login opens.",
        project.write("src/db/identities.ts"),
        project.write("src/auth/link.ts", drafts.first_link(project)),
        think="Order in signIn: linked identity, then the logged-in user, then a new account. Same address, not linked, not "
        "logged in: refuse with log_in_to_link. Put the reason into the comment, someone will want to 'fix' it.",
    )
    pen.turn(
        "",
        project.write("src/routes/oauth.ts"),
        project.edit(
            "src/config.ts",
            (
                '  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error"]).default("info"),\n',
                '  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error"]).default("info"),\n'
                "  GOOGLE_CLIENT_ID: z.string().min(1).optional(),\n  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),\n"
                "  GITHUB_CLIENT_ID: z.string().min(1).optional(),\n  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),\n",
            ),
            (
                "  logLevel: string;\n",
                "  logLevel: string;\n  /** Providers that have credentials; the others are not offered. */\n"
                "  oauth: Readonly<Record<string, Credentials>>;\n",
            ),
            (
                "    logLevel: values.LOG_LEVEL,\n",
                "    logLevel: values.LOG_LEVEL,\n    oauth: {\n"
                "      ...pair('google', values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),\n"
                "      ...pair('github', values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),\n    },\n",
            ),
        ),
        project.edit(
            "src/server.ts",
            (
                'import { loginRoutes } from "./routes/login.js";',
                'import { loginRoutes } from "./routes/login.js";\nimport { oauthRoutes } from "./routes/oauth.js";',
            ),
            (
                "  await app.register(loginRoutes);",
                "  await app.register(loginRoutes);\n  await app.register(oauthRoutes);",
            ),
        ),
    )
    pen.turn(
        "Tests need a provider that behaves. I'll write one in memory: codes once, the verifier checked, GitHub's habit of "
        "refusing with a 200.",
        project.write("test/fake-provider.ts"),
        project.write("test/oauth.test.ts"),
        typecheck(
            "src/config.ts(33,18): error TS2304: Cannot find name 'Credentials'.",
            "src/config.ts(63,10): error TS2304: Cannot find name 'pair'.",
            "src/config.ts(64,10): error TS2304: Cannot find name 'pair'.",
        ),
    )
    lost = pen.failed(OVERLOADED)
    pen.omit(lost)
    pen.turn(
        "I used a helper I had not written. Adding it, with single quotes put right.",
        project.failed_edit("src/config.ts", "oauth: Record<string, Credentials>;", "oauth: Credentials;"),
        project.edit(
            "src/config.ts",
            (
                'import { z } from "zod";\n',
                'import { z } from "zod";\n\nimport type { Credentials } from "./auth/oauth/client.js";\n',
            ),
            ("pair('google',", 'pair("google",'),
            ("pair('github',", 'pair("github",'),
            (
                "export function readConfig",
                "function pair(id: string, clientId?: string, clientSecret?: string): Record<string, Credentials> {\n"
                "  return clientId && clientSecret ? { [id]: { clientId, clientSecret } } : {};\n}\n\n"
                "export function readConfig",
            ),
        ),
        typecheck(),
    )
    pen.turn(
        "",
        vitest(
            project,
            "test/oauth.test.ts",
            failures={
                "is refused with a code of another login": "AssertionError: expected 500 to be 502\n\n"
                "  ZodError: [{ code: 'invalid_type', expected: 'string', received: 'undefined', path: ['access_token'] }]\n"
                "    at OAuthClient.#tokenRequest (src/auth/oauth/client.ts:117:33)\n ❯ test/oauth.test.ts:148:45",
                "tolerates a clock that is a little ahead, and no more": "AssertionError: expected 500 to be 303\n\n"
                '  JWTClaimValidationFailed: "iat" claim timestamp check failed (it should be in the past)\n'
                "    at OAuthClient.#checkIdToken (src/auth/oauth/client.ts:91:25)\n ❯ test/oauth.test.ts:171:72",
            },
        ),
        think="Two real bugs. A refusal is parsed as tokens first. And no clock tolerance in jwtVerify.",
    )
    pen.turn(
        "Both are real. A refusal has to be recognised by its body before anything else, and clocks differ.",
        project.edit(
            "src/auth/oauth/client.ts",
            (
                "    const body: unknown = await response.json().catch(() => null);\n",
                "    const body: unknown = await response.json().catch(() => null);\n" + drafts.REFUSAL,
            ),
            ("const TIMEOUT_MS = 8_000;\n", "const TIMEOUT_MS = 8_000;\n" + drafts.SKEW),
            (
                "      audience: this.credentials.clientId,\n",
                "      audience: this.credentials.clientId,\n      clockTolerance: CLOCK_SKEW_SECONDS,\n",
            ),
        ),
        vitest(project, seconds=14.1),
    )
    pen.label(pen.leaf, "checkpoint-1")
    pen.reply(
        "The login works with both providers, and the whole suite is green (170 tests).\n\n"
        "- `src/auth/oauth/` has the client in four files, the longest of 150 lines; `jose` is the only new package.\n"
        "- `src/auth/link.ts` decides whose account it is, and says why an equal address opens nothing.\n"
        "- Still to do: buttons on the login page, texts, the account page, and the two places that lock out a customer "
        "without a password.",
    )
    pen.shell(
        "git add -A && git commit -qm 'feat(auth): log in with Google and GitHub' && git log --oneline -1",
        "3f9ad10 feat(auth): log in with Google and GitHub\n",
    )
    pen.use(OPUS, "high")
    review(pen, project)


def review(pen: Pen, project: Workspace) -> None:
    """A second pair of eyes, from another model."""
    pen.user("Fresh eyes: review the flow as an attacker would. Only what is really wrong, please.")
    pen.turn(
        "",
        project.read("src/auth/oauth/client.ts"),
        project.read("src/routes/oauth.ts"),
        project.read("src/auth/oauth/state.ts"),
        think="Attacks to try: login CSRF (state tied to session: ok), code injection (PKCE: ok), mix-up between the two "
        "providers (pending.provider compared: ok, and separate callback paths), open redirect (safeNext: ok), SSRF "
        "(fixed URLs, redirect: error: ok), token replay (nonce: ok for Google; GitHub has no id token), account "
        "pre-hijacking: attacker registers victim's address with a password first, unverified; victim later logs in with "
        "Google and the same address -> refused with log_in_to_link. Good: no merge. What about the reverse: attacker has "
        "an unverified address at a provider -> creates account with victim's address, unverified here; victim then "
        "registers -> 'taken'. Annoying, not a takeover. But newAccount stores that address as the account's address.",
    )
    pen.reply(
        "I tried login CSRF, code injection, provider mix-up, replay, open redirect and pre-hijacking. The flow holds. "
        "Two things I would change:\n\n"
        "1. **Squatting** (`src/auth/link.ts`, `newAccount`): somebody with an *unverified* address at a provider can open "
        "an account here under that address, and its owner then finds it taken. Ask for a verified address when an account "
        "is created; an existing link keeps working.\n"
        "2. **A pending login outlives a logout** (`src/auth/oauth/state.ts`): the row hangs on the session and goes with "
        "it, but `rotateSession` on another tab's login deletes it too, and the visitor sees *login expired*. Harmless, but "
        "the text should say to try again.\n\n"
        "Neither lets anybody into somebody else's account.",
        think="Keep it short. The user asked for what is really wrong.",
    )
