"""First look: what is there, and a plan to agree on."""

from __future__ import annotations

import struct
import zlib

from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash

GIT_LOG = """\
b81f0c2 (HEAD -> oauth-login, main) fix(checkout): two clicks place one order
e04c9aa feat(stock): reserve when an order is placed
77d1e35 test(session): the basket survives a rotation
a9320fd fix(session): rotate on password change, not only on login
5c8be71 feat(account): log out everywhere else
19ffb06 chore: node 20.11, vitest 2.1
d6e2d48 fix(login): same page for a taken address
"""


def look_around(pen: Pen, project: Workspace) -> str:
    """Up to the plan; the plan's entry."""
    pen.begin()
    pen.user(
        "Add OAuth login to the shop: Google and GitHub, next to the password form. Sessions stay as they are, in "
        "Postgres. The picture is what design wants the login page to look like. Look around first and tell me how you "
        "would do it; don't change anything yet.",
        png=mock_up(),
        wait=20,
    )
    pen.turn(
        "I'll start with the lie of the land: what the project says about itself, and everything that touches a login.",
        project.read("README.md"),
        project.list("src"),
        bash("git log --oneline -7 && git status --short", GIT_LOG),
        think="The user wants a plan first. README and the auth folder, then the login routes and the schema. The README "
        "may have rules about dependencies, which matters for choosing between a library and own code.",
    )
    pen.turn(
        "",
        project.read("src/auth/session.ts"),
        project.read("src/auth/middleware.ts"),
        project.read("src/routes/login.ts"),
    )
    pen.turn(
        "Sessions are clean: a row each, a hashed token, and a rotation on every change of rights. Now the rules behind "
        "them and the tables.",
        project.read("docs/security.md"),
        project.read("db/schema.sql", 1, 44),
        think="security.md will have an opinion on e-mail verification and on redirects from other sites. SameSite=Lax "
        "matters: the callback is a cross-site top-level GET, so the cookie is sent. With Strict it would not be.",
    )
    pen.turn(
        "",
        project.search("rotateSession|password_hash|passwordHash", "src/"),
        project.read("src/server.ts"),
        project.read("src/views/login.html"),
    )
    return pen.reply(
        "This fits in well, and it needs less than I feared. What I would do:\n\n"
        "1. **Two tables.** `identities` (user, provider, subject; unique on provider + subject) and `oauth_logins`, what "
        "must survive while the visitor is away: state, PKCE verifier, nonce, where to go next. Rows, not a cookie, so "
        "they can be used once.\n"
        "2. **One flow for both.** Authorization code with PKCE. Google is OpenID Connect (check the id token), GitHub is "
        "plain OAuth (ask `/user` and `/user/emails`; only the latter says what is verified).\n"
        "3. **`rotateSession` logs in**, as the security notes demand. Nothing sets `user_id` on its own.\n"
        "4. **Linking.** A login at a provider never opens an account that merely has the same address. "
        "The person logs in as usual and adds the provider on the account page.\n"
        "5. **`password_hash` becomes null for real.** Three places read it: login (safe, `verifyPassword(null, …)` is "
        "false), changing the password and erasing the account (both would lock such a customer out).\n\n"
        "Open: refresh tokens (do we need them?), and whether to take a library. `openid-client` would be one dependency; "
        "our own client is about 150 lines plus `jose` for the id token. I lean towards our own, since GitHub needs "
        "special treatment anyway.",
        think="Points to raise: account linking by address is the classic takeover. password_hash null: account.ts "
        "/password and /erase call verifyPassword with it, so those customers could neither set a password nor leave. "
        "And the CSP has form-action 'self': a form that posts to us and is redirected to accounts.google.com... browsers "
        "differ on whether redirects count. Worth remembering for the end-to-end test.",
    )


def mock_up() -> bytes:
    """A picture of a login form: two buttons above two fields, drawn as a PNG."""
    width, height = 96, 64
    boxes = [(8, 6, 88, 15, 200), (8, 18, 88, 27, 120), (8, 36, 88, 43, 235), (8, 46, 88, 53, 235)]

    def shade(x: int, y: int) -> int:
        return next((grey for left, top, right, bottom, grey in boxes if left <= x < right and top <= y < bottom), 250)

    rows = b"".join(b"\0" + bytes(shade(x, y) for x in range(width)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
