"""A short what-if after the compaction: could the pending login live in a cookie? Left without a summary."""

from __future__ import annotations

from bench.stories.outputs import vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

CLEAN = "\n".join(
    (
        "round  workers  fresh  reused  revoked  generations  waited (ms)",
        *(f"{n:5}  {8:7}  {8:5}  {0:6}  {0:7}  {9:11}  {31 + (n * 11) % 40:11}" for n in range(1, 201)),
        "",
        "200 rounds: 200 clean",
        "",
    )
)


def try_a_cookie(pen: Pen, project: Workspace) -> None:
    """Close the race, then wonder aloud; the pen ends where the wondering began."""
    pen.user("go on, lock the identity", wait=30)
    pen.turn(
        "",
        project.edit(
            "src/auth/oauth/tokens.ts",
            (
                "  return inTransaction(pool, async (db) => {\n",
                "  return inTransaction(pool, async (db) => {\n"
                "    // The lock is on the identity, which is there once. A token locked by `limit 1 for update` is chosen\n"
                "    // before the wait and would be a generation behind after it.\n"
                '    await db.query("select 1 from identities where id = $1 for update", [identityId]);\n',
            ),
            ("        limit 1\n          for update`,", "        limit 1`,"),
        ),
        bash("node scripts/race.js --workers 8 --rounds 200", CLEAN, seconds=41),
        vitest(project, "test/refresh.test.ts", seconds=4.2),
        think="Under the identity lock the next select runs with a fresh snapshot (READ COMMITTED), so it sees generation 1, "
        "unused. The grace time then only matters for Google, where the successor is the same token.",
    )
    here = pen.reply(
        "200 of 200 clean. Workers now wait for each other at the identity, up to 70 ms here, and each reads the newest "
        "generation. The grace time stays: at Google the successor is the same token.",
    )
    pen.label(here, "race closed")
    before = pen.leaf
    pen.user("Could the pending login live in a signed cookie instead of a table? One table less to sweep.", wait=90)
    pen.turn(
        "",
        project.search("oauth_logins|takeLogin|rememberLogin"),
        project.read("src/auth/oauth/state.ts"),
        think="A cookie can be signed and short-lived, but 'used once' needs memory on the server. PKCE codes are used once "
        "at the provider anyway, so a replayed callback fails there. What's lost: the guarantee is the provider's.",
    )
    pen.reply(
        "It could: state, verifier, nonce and `next` fit in about 300 bytes, signed, with ten minutes to live.\n\n"
        "What we would give up is *used once*. A callback that is replayed would then be stopped by the provider alone, "
        "which refuses a code the second time; so far we stop it ourselves. The verifier would also sit in the browser, "
        "encrypted at best. And the sweep is one `delete` an hour, next to the one for sessions.\n\n"
        "I would keep the table.",
    )
    pen.user("Fair. Keep it.", wait=25)
    pen.reply("Keeping it. Next is the account page, unless you want something else first.")
    pen.go_back(before)
