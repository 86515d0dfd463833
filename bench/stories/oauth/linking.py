"""The account page: adding and removing a provider, and customers who have no password."""

from __future__ import annotations

from bench.stories.outputs import server_log, typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

FIRST_TRY = [
    ("GET", "/", 200, ""),
    ("GET", "/search?q=mug", 200, ""),
    ("GET", "/products/blue-mug", 200, ""),
    ("GET", "/products/tea-pot", 200, ""),
    ("GET", "/login", 200, ""),
    ("POST", "/login", 401, "login refused"),
    ("POST", "/login", 303, ""),
    ("GET", "/account", 200, ""),
    ("POST", "/login/google", 303, ""),
    ("GET", "/login/google/callback?state=[redacted]&code=[redacted]", 303, ""),
    ("GET", "/account", 200, ""),
    ("POST", "/account/identities/google/remove", 303, ""),
    ("GET", "/account", 200, ""),
    ("POST", "/account/password", 303, ""),
    ("GET", "/account?changed=password", 200, ""),
    ("POST", "/account/sessions/end-others", 303, "other sessions ended"),
    ("POST", "/logout", 303, ""),
]
PLAN = """\
                                                          QUERY PLAN
------------------------------------------------------------------------------------------------------------------------------
 Delete on identities i  (cost=8.60..24.93 rows=0 width=0) (actual time=0.094..0.095 rows=0 loops=1)
   ->  Nested Loop  (cost=8.60..24.93 rows=1 width=12) (actual time=0.051..0.056 rows=1 loops=1)
         ->  Index Scan using identities_pkey on identities i  (cost=0.28..8.29 rows=1 width=38) (actual time=0.016..0.017 rows=1 loops=1)
               Index Cond: (id = '6a2f0b1e-58c4-4c0e-9a37-2f4be1f0c511'::uuid)
         ->  Index Scan using users_pkey on users u  (cost=8.32..16.63 rows=1 width=22) (actual time=0.029..0.032 rows=1 loops=1)
               Index Cond: (id = i.user_id)
               Filter: ((password_hash IS NOT NULL) OR (SubPlan 1))
               SubPlan 1
                 ->  Index Only Scan using identities_user_id_provider_key on identities other  (cost=0.28..8.30 rows=1 width=0) (never executed)
 Planning Time: 0.412 ms
 Trigger for constraint refresh_tokens_identity_id_fkey on identities: time=0.203 calls=1
 Execution Time: 0.371 ms
(12 rows)
"""


def link_accounts(pen: Pen, project: Workspace) -> None:
    """Up to a page that works by hand and in its tests."""
    pen.user(
        "Now the account page: show linked providers, add and remove them. And fix the two places that lock out people "
        "without a password.",
        wait=60,
    )
    pen.turn(
        "",
        project.read("src/routes/account.ts"),
        project.read("src/db/identities.ts"),
        project.read("src/auth/link.ts"),
    )
    pen.turn(
        "Refresh tokens first find their way into `signIn`, then the page.",
        project.edit(
            "src/auth/link.ts",
            (
                'import type { Profile } from "./oauth/providers.js";\n',
                'import type { Profile } from "./oauth/providers.js";\nimport { storeRefreshToken } from "./oauth/tokens.js";\n',
            ),
            (
                "    await touchIdentity(db, identity.id);\n",
                "    await touchIdentity(db, identity.id);\n    await storeRefreshToken(db, identity.id, login.tokens);\n",
            ),
            (
                "  await insertIdentity(db, { userId: user.id, provider, subject: profile.subject, email: profile.email });\n",
                "  const created = await insertIdentity(db, {\n    userId: user.id,\n    provider,\n"
                "    subject: profile.subject,\n    email: profile.email,\n  });\n"
                "  await storeRefreshToken(db, created.id, login.tokens);\n",
            ),
        ),
        project.edit(
            "src/routes/account.ts",
            (
                'import { findOrder, listOrders } from "../db/orders.js";\n',
                'import { listIdentities, unlinkIdentity } from "../db/identities.js";\n'
                'import { findOrder, listOrders } from "../db/orders.js";\n',
            ),
            (
                "    const [orders, addresses] = await Promise.all([\n",
                "    const [orders, addresses, identities] = await Promise.all([\n",
            ),
            (
                "      listAddresses(app.db, user.id),\n    ]);\n",
                "      listAddresses(app.db, user.id),\n      listIdentities(app.db, user.id),\n    ]);\n",
            ),
            (
                "        addresses,\n      }),\n",
                "        addresses,\n        providers: shownProviders(app.config, identities),\n      }),\n",
            ),
            (
                '    if (!(await verifyPassword(user.passwordHash, parsed.data.current ?? ""))) {\n'
                '      throw new PublicError("bad_credentials", 403);\n    }\n',
                "    // A customer who came by a provider has no password to prove; the session is all there is.\n"
                '    if (user.passwordHash !== null && !(await verifyPassword(user.passwordHash, parsed.data.current ?? ""))) {\n'
                '      throw new PublicError("bad_credentials", 403);\n    }\n',
            ),
            (
                '    if (!(await verifyPassword(user.passwordHash, password ?? ""))) throw new PublicError("bad_credentials", 403);\n',
                '    if (user.passwordHash !== null && !(await verifyPassword(user.passwordHash, password ?? ""))) {\n'
                '      throw new PublicError("bad_credentials", 403);\n    }\n',
            ),
            (
                '  app.post("/erase", async (request, reply) => {\n',
                '  app.post<{ Params: { provider: string } }>("/identities/:provider/remove", async (request, reply) => {\n'
                "    const identities = await listIdentities(app.db, request.user!.id);\n"
                "    const identity = identities.find((candidate) => candidate.provider === request.params.provider);\n"
                '    if (!identity) throw new PublicError("no_such_provider", 404);\n'
                '    if (!(await unlinkIdentity(app.db, identity.id))) throw new PublicError("only_way_in", 409);\n'
                '    return reply.redirect("/account#login", 303);\n  });\n\n'
                '  app.post("/erase", async (request, reply) => {\n',
            ),
        ),
        think="unlinkIdentity is conditional in one statement, so two tabs cannot both remove the last but one. Erase for a "
        "passwordless customer: session is enough? A stolen session could erase. Ask for a login within the last ten "
        "minutes? The session has createdAt, and login rotates: so createdAt is the login time. Mention it.",
    )
    pen.turn(
        "",
        project.write("test/link.test.ts"),
        vitest(
            project,
            "test/link.test.ts",
            "test/oauth.test.ts",
            failures={
                "is refused when it is the only way in": "AssertionError: expected 303 to be 409\n ❯ test/link.test.ts:84:25",
                "can be erased, and its identity with it": 'error: insert or update on table "identities" violates foreign key\n'
                " ❯ test/link.test.ts:110:40",
            },
            seconds=7.7,
        ),
    )
    pen.turn(
        "The second one is `eraseUser`: it empties the row and keeps it, so `on delete cascade` never fires and the identity "
        "still points at a closed account. The first needs a look at the statement itself.",
        project.edit(
            "src/db/users.ts",
            (
                '  await db.query("delete from sessions where user_id = $1", [id]);\n',
                '  await db.query("delete from sessions where user_id = $1", [id]);\n'
                "  // The row stays for the bookkeeping, so nothing cascades from it.\n"
                '  await db.query("delete from identities where user_id = $1", [id]);\n',
            ),
        ),
        bash(
            'psql "$TEST_DATABASE_URL" -c "explain (analyze) delete from identities i using users u where i.id = '
            "'6a2f0b1e-58c4-4c0e-9a37-2f4be1f0c511' and u.id = i.user_id and (u.password_hash is not null or exists "
            '(select 1 from identities other where other.user_id = u.id and other.id <> i.id))"',
            PLAN,
        ),
        project.search("password_hash|passwordHash", "test/", "-n"),
        think="The plan is fine: condition evaluated. So password_hash is not null for that user? throughGoogle in that test "
        "runs without login... before it, beforeEach creates customer@ with a password, but WHO has another address, so a new "
        "account: passwordHash null. Unless createUser got '' ... register? No. Look at the test: `.post` first does GET "
        "/login when there is no csrf -> fine. Ah: the fake's visitor is already logged in? No... `text('[data-provider]')`. "
        "Hmm, 303 to be 409: requireLogin redirects with 303! The POST went out without a user: the session was rotated and "
        "the browser's csrf is from before.",
    )
    pen.turn(
        "The statement is right; the test was fooled. After the login the page's CSRF token is a new one, the old one is "
        "refused, and `requireLogin`'s own 303 looked like success. The test's browser should look at a page first.",
        project.edit(
            "test/browser.ts",
            (
                '      if (options.csrf && !csrf) await this.get("/login");\n',
                "      // A login changes the token, so it is read again from a page that has one either way.\n"
                '      if (options.csrf) await this.get("/account");\n      if (options.csrf && !csrf) await this.get("/login");\n',
            ),
        ),
        vitest(project, seconds=16.4),
        typecheck(),
    )
    pen.add(
        "custom",
        custom={"customType": "todo-list", "data": {"open": ["texts", "openapi", "docs", "e2e"], "done": ["account"]}},
    )
    pen.reply(
        "The account page can add and remove providers, and nobody is locked out any more:\n\n"
        "- removing is one conditional `delete`, so two tabs cannot take the last way in\n"
        "- `/password` and `/erase` ask for the old password only where there is one\n"
        "- `eraseUser` removes identities itself, since the account's row stays\n\n"
        "One question: may a session alone erase an account without a password? I would ask for a login within the last ten "
        "minutes; `session.createdAt` is the time of the login, as logging in rotates.",
    )
    pen.label(pen.leaf, "before ship")
    by_hand(pen, project)


def by_hand(pen: Pen, project: Workspace) -> None:
    """The user tries it in a browser and shows what the server wrote."""
    pen.user(
        "Yes, ten minutes. I clicked through it by hand and Google works, GitHub says 502. Look at the log.", wait=300
    )
    steps = [
        ("GET", "/", 200, ""),
        ("GET", "/products/blue-mug", 200, ""),
        ("POST", "/basket/lines", 303, ""),
        ("GET", "/basket", 200, ""),
        ("GET", "/checkout", 303, ""),
        ("GET", "/login?next=%2Fcheckout", 200, ""),
        ("POST", "/login/google", 303, ""),
        ("GET", "/login/google/callback?state=[redacted]&code=[redacted]", 303, ""),
        ("GET", "/checkout", 200, ""),
        ("GET", "/account", 200, ""),
        ("POST", "/login/github", 303, ""),
        (
            "GET",
            "/login/github/callback?state=[redacted]&code=[redacted]",
            502,
            "login failed at the provider: refused with invalid_client",
        ),
        ("GET", "/account", 200, ""),
        ("POST", "/login/github", 303, ""),
        (
            "GET",
            "/login/github/callback?state=[redacted]&code=[redacted]",
            502,
            "login failed at the provider: refused with invalid_client",
        ),
        ("POST", "/account/identities/google/remove", 409, "refused"),
        ("GET", "/account", 200, ""),
        ("POST", "/logout", 303, ""),
        ("GET", "/", 200, ""),
    ]
    pen.turn(
        "",
        server_log("tail -n 120 log/dev.log", FIRST_TRY + steps, start=pen.millis() - 240_000, seed="by hand"),
        bash(
            'printf %s "$GITHUB_CLIENT_SECRET" | xxd | tail -2',
            "00000010: 3961 3166 3764 2e2e 2e2e 2e2e 2e2e 2e2e  9a1f7d..........\n00000020: 2e2e 2e2e 2e2e 2e2e 0a                   .........\n",
        ),
        project.edit(
            "src/config.ts",
            (
                "  GITHUB_CLIENT_SECRET: z.string().min(1).optional(),\n",
                "  GITHUB_CLIENT_SECRET: z.string().trim().min(1).optional(),\n",
            ),
            (
                "  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),\n",
                "  GOOGLE_CLIENT_SECRET: z.string().trim().min(1).optional(),\n",
            ),
        ),
        project.edit(
            "src/routes/account.ts",
            (
                "    await inTransaction(app.db, async (db) => {\n      await eraseUser(db, user.id);\n",
                "    const sinceLogin = Date.now() - request.session.createdAt.getTime();\n"
                '    if (user.passwordHash === null && sinceLogin > RECENT_MS) throw new PublicError("log_in_again", 403);\n'
                "    await inTransaction(app.db, async (db) => {\n      await eraseUser(db, user.id);\n",
            ),
            (
                "const ORDERS_PER_PAGE = 20;\n",
                "const ORDERS_PER_PAGE = 20;\n/** How fresh a login must be where it stands in for a password. */\nconst RECENT_MS = 10 * 60 * 1000;\n",
            ),
        ),
        think="invalid_client: the secret. It ends in 0a, a newline from the .env file. Trim secrets in the config: nobody's "
        "client secret ends in white space.",
    )
    pen.reply(
        "The client secret has a newline at its end (`0a` in the dump), so GitHub answers `invalid_client`. Secrets are now "
        "trimmed when the environment is read, and the ten minutes are in. Please try GitHub once more.",
    )
    pen.shell("npm run dev 2>&1 | head -3", "> shop@3.8.0 dev\n> tsx watch src/server.ts\n\n", wait=40)
    pen.shell("cat .env | grep SECRET", "GITHUB_CLIENT_SECRET=…\nGOOGLE_CLIENT_SECRET=…\n", hidden=True, wait=10)
