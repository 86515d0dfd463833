"""Earlier states of files the agent writes: what it had before a test or the user made it think again."""

from __future__ import annotations

from bench.stories.workspace import Workspace

REFUSAL = """    // GitHub answers 200 with an error in the body, so the body is looked at before the status.
    const refused = errorResponse.safeParse(body);
    if (refused.success) throw this.#error(`refused with ${refused.data.error}`, false);
"""
SKEW = """/** Clocks differ: an id token from a few seconds in the future is still good. */
const CLOCK_SKEW_SECONDS = 30;
"""
STORE = "    await storeRefreshToken(db, identity.id, login.tokens);\n"
STORE_NEW = "  await storeRefreshToken(db, created.id, login.tokens);\n"
STORE_IMPORT = 'import { storeRefreshToken } from "./oauth/tokens.js";\n'
LOCK = "        limit 1\n          for update`,"
CREATED = "  const created = await insertIdentity(db, { userId: user.id"
GRACE = """    if (row.used_at && now.getTime() - row.used_at.getTime() > GRACE_MS) {"""


def first_client(project: Workspace) -> str:
    """The client before GitHub's refusals and clocks that differ."""
    text = project.drafts["src/auth/oauth/client.ts"]
    text = (
        text.replace(REFUSAL, "")
        .replace("\n" + SKEW, "")
        .replace("const TIMEOUT_MS = 8_000;\n" + SKEW, "const TIMEOUT_MS = 8_000;\n")
    )
    return text.replace("      clockTolerance: CLOCK_SKEW_SECONDS,\n", "")


def first_link(project: Workspace) -> str:
    """`signIn` before there were refresh tokens to store."""
    text = project.drafts["src/auth/link.ts"]
    for piece in (STORE_IMPORT, STORE, STORE_NEW):
        text = text.replace(piece, "")
    return text.replace(CREATED, "  await insertIdentity(db, { userId: user.id")


def first_tokens(project: Workspace) -> str:
    """Rotation without a lock and without a grace time."""
    text = project.drafts["src/auth/oauth/tokens.ts"]
    return text.replace(LOCK, "        limit 1`,").replace(GRACE, "    if (row.used_at) {")
