"""Refresh tokens: rotation, a race between two workers, and then the context is folded."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.oauth import drafts
from bench.stories.outputs import typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

SUMMARY = """\
## Goal
Add login with Google and GitHub to the shop, next to the password form. Sessions stay in Postgres as they are. The login page follows the mock-up: two buttons above the form.

## Constraints & Preferences
- Own client, authorization code with PKCE; passport.js was tried and given up
- Every path that logs in goes through `rotateSession`; SQL only in `src/db`; texts in `locales/`
- A new dependency needs a reason (only `jose` so far)
- An account is never opened because its address is the same

## Progress
### Done
- [x] `src/auth/oauth/`: `pkce.ts`, `providers.ts`, `state.ts`, `client.ts`; `src/auth/link.ts`; `src/routes/oauth.ts`; migration 0014
- [x] `test/fake-provider.ts` and `test/oauth.test.ts`; whole suite green, committed as 3f9ad10
- [x] Review as an attacker: the flow holds; unverified addresses may no longer open an account

### In Progress
- [ ] Refresh tokens, sealed and rotated in families (`src/auth/oauth/tokens.ts`, migration 0015)

### Blocked
- (none)

## Key Decisions
- **State in a table, not a cookie**: a state works once and only in the session that started it
- **Identity = provider + subject**; the address is never a key
- **GitHub answers 200 to a refusal**: the body is looked at before the status
- **Thirty seconds of clock skew** for id tokens

## Next Steps
1. Finish rotation and its tests
2. Account page: add and remove a provider; password and erase for customers without a password
3. Buttons and texts on the login page (en, de), API description, `docs/oauth.md`
4. End-to-end test; look at the CSP's `form-action`

## Critical Context
- Test database on port 5433; tests of one file run in a transaction that is rolled back
- `src/routes/account.ts` calls `verifyPassword` in `/password` and `/erase`: both lock out a customer without a password"""


def rotate_tokens(pen: Pen, project: Workspace) -> None:
    """From the wish to the compaction, with the race found and closed in between."""
    pen.use(SONNET, "medium")
    pen.user("Do 1, leave 2. You can edit link.ts right away.", wait=70)
    pen.turn(
        "",
        project.edit(
            "src/auth/link.ts",
            (
                '  if (!profile.email) throw new PublicError("no_address", 422);\n',
                "  // An address nobody has verified would let its owner find it taken.\n"
                '  if (!profile.email || !profile.emailVerified) throw new PublicError("no_address", 422);\n',
            ),
            (
                "  if (profile.emailVerified) await markEmailVerified(db, user.id);",
                "  await markEmailVerified(db, user.id);",
            ),
        ),
        project.edit(
            "test/oauth.test.ts",
            (
                '  it("does not take an unverified address for verified", async () => {\n'
                "    await visitor.get(provider.approve(await leave(), { ...WHO, verified: false }));\n"
                '    expect((await visitor.get("/account")).text("[data-verified]")).toBe("not verified");\n',
                '  it("opens no account for an unverified address", async () => {\n'
                "    const page = await visitor.get(provider.approve(await leave(), { ...WHO, verified: false }));\n"
                "    expect(page.status).toBe(422);\n",
            ),
        ),
        vitest(project, "test/oauth.test.ts", seconds=4.4),
    )
    pen.reply("Done: an account is only opened for a verified address. `test/oauth.test.ts` is green.")
    kept = pen.user(
        "now the refresh token. We do need them: once a week we want to notice when somebody has withdrawn our access. "
        "Store them encrypted, rotate them, and if one is used twice treat it as stolen.",
        wait=240,
    )
    pen.turn(
        "",
        project.read("src/auth/oauth/client.ts"),
        project.read("test/fake-provider.ts"),
        project.read("db/schema.sql"),
    )
    pen.turn(
        "The refresh flow needs a rotation that survives two workers at once. Table first, then sealing and rotation.",
        project.write("db/migrations/0015_refresh_tokens.sql"),
        project.write("src/auth/oauth/tokens.ts", drafts.first_tokens(project)),
        project.write("test/refresh.test.ts"),
        think="Family per login, generation per use. Reuse detection: used_at is set and it's presented again -> end the "
        "family. But our own job may run on two machines: both read generation 0, both refresh; the second gets "
        "invalid_grant at GitHub, we then end the family: a customer is unlinked by our own race. Need for update.",
    )
    pen.turn(
        "",
        bash(
            "npm run migrate",
            "\n> shop@3.8.0 migrate\n> node scripts/migrate.js\n\n0015_refresh_tokens.sql ... applied in 28 ms\n",
        ),
        vitest(
            project,
            "test/refresh.test.ts",
            failures={
                "lets two workers refresh at once": "AssertionError: expected [ 'fresh', 'revoked' ] to deeply equal [ 'fresh', 'fresh' ]\n"
                " ❯ test/refresh.test.ts:86:56",
                "keeps the old token where the provider does not rotate": "AssertionError: expected 'reused' to be 'fresh'\n"
                " ❯ test/refresh.test.ts:77:25",
            },
            seconds=3.9,
        ),
    )
    pen.turn(
        "That is the race, caught by its test: both workers read generation 0, and the second one's refusal ends the family. "
        "The row has to be locked while we talk to the provider, and a second use within seconds is us, not a thief.",
        project.edit(
            "src/auth/oauth/tokens.ts",
            ("        limit 1`,", drafts.LOCK),
            ("    if (row.used_at) {", drafts.GRACE),
        ),
        project.read("src/auth/oauth/tokens.ts"),
        think="Holding a row lock across an HTTP call of up to 8 s: acceptable, it's one identity and the job's pool is its "
        "own. statement_timeout is 10 s, fine. After the lock is released the second worker reads again under READ "
        "COMMITTED: it re-evaluates the WHERE but ORDER BY/LIMIT was decided before... With FOR UPDATE and LIMIT the row "
        "chosen stays generation 0, re-fetched with used_at set -> within grace -> refreshes generation 0 again -> "
        "invalid_grant at GitHub. Hmm. The test will tell.",
    )
    pen.turn("", vitest(project, seconds=16.6), typecheck())
    pen.turn(
        "Green, but I do not trust it yet: with `limit 1 for update` Postgres picks the row before it waits for the lock. "
        "Let me look at what really happens when two of them meet.",
        bash(
            "node scripts/race.js --workers 8 --rounds 200",
            RACE,
            seconds=38,
        ),
    )
    pen.reply(
        "194 of 200 rounds are clean, and 6 end with a revoked family: a customer unlinked by our own workers. It is what I "
        "feared: the row is chosen before the lock is waited for, so the second worker goes on with generation 0. The lock "
        "has to be on something that is there once, the identity; the newest token is read behind it.",
    )
    pen.compact(SUMMARY, kept, wait=25)


RACE = "\n".join(
    (
        "round  workers  fresh  reused  revoked  generations  waited (ms)",
        *(
            f"{n:5}  {8:7}  {8 - (n % 37 == 5):5}  {0:6}  {int(n % 37 == 5):7}  {9 - (n % 37 == 5):11}  {18 + (n * 7) % 23:11}"
            for n in range(1, 201)
        ),
        "",
        "200 rounds: 194 clean, 6 with a revoked family",
        "",
    )
)
