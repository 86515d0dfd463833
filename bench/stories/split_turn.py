"""One request that keeps the agent busy for a long turn: a compaction has to cut it in two."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.openapi import openapi
from bench.stories.outputs import typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, shop

CASTS = {
    "src/routes/login.ts": (
        (
            'const PER_ADDRESS = { name: "login-email"',
            "const loginQuery = z.object({ next: z.string().optional().catch(undefined) });\n\n"
            'const PER_ADDRESS = { name: "login-email"',
        ),
        (
            "    const { next } = request.query as { next?: string };\n",
            "    const { next } = loginQuery.parse(request.query);\n",
        ),
    ),
    "src/routes/account.ts": (
        (
            "const ORDERS_PER_PAGE = 20;\n",
            "const page = z.object({ before: orderNumber.optional().catch(undefined) });\n\nconst ORDERS_PER_PAGE = 20;\n",
        ),
        (
            "const profile = z.object(",
            "const orderNumber = z.string().regex(/^S\\d{6,9}$/);\nconst erasure = z.object({ password: z.string().max(MAX_LENGTH).optional() });\nconst profile = z.object(",
        ),
        (
            "    const { before } = request.query as { before?: string };\n",
            "    const { before } = page.parse(request.query);\n",
        ),
        (
            "    const { password } = request.body as { password?: string };\n",
            "    const { password } = erasure.parse(request.body);\n",
        ),
    ),
    "src/auth/middleware.ts": (
        (
            '  const sent = (request.body as Record<string, unknown> | undefined)?.["_csrf"] ?? request.headers["x-csrf-token"];\n',
            '  const sent = csrfField.parse(request.body)?._csrf ?? request.headers["x-csrf-token"];\n',
        ),
        (
            'const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);\n',
            'const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);\n'
            "const csrfField = z.object({ _csrf: z.string().optional() }).passthrough().optional().catch(undefined);\n",
        ),
        (
            'import { PublicError } from "../lib/errors.js";\n',
            'import { z } from "zod";\n\nimport { PublicError } from "../lib/errors.js";\n',
        ),
    ),
}


def split_turn() -> Pen:
    """A short question, then one turn of seventy entries."""
    project: Workspace = shop()
    project.files["docs/openapi.yaml"] = openapi()
    pen = Pen("/home/dev/shop", "2026-11-24T13:40:02.551+00:00", SONNET, "low")
    pen.begin()
    pen.user("Where do we still trust query strings and bodies without checking them?", wait=15)
    pen.turn("", project.search(r"as \{|as Record", "src/"))
    pen.reply(
        "Five places cast instead of checking: `src/routes/login.ts` (query), `src/routes/account.ts` (query and body), "
        "`src/auth/middleware.ts` (the CSRF field). Everything else goes through a zod schema.",
    )
    pen.user(
        "Replace all of them by schemas. Go through every route file, look for other things that are trusted and should not "
        "be, and do not stop until tests and types are green. I'm off for lunch.",
        wait=80,
    )
    for path in ("src/routes/login.ts", "src/routes/account.ts", "src/routes/checkout.ts", "src/auth/middleware.ts"):
        pen.turn("", project.read(path))
    pen.turn("Before I change anything, the tests as they are.", vitest(project, seconds=12.9), typecheck())
    for path, changes in CASTS.items():
        pen.turn("", project.edit(path, *changes), typecheck())
        pen.turn("", project.read(path), think=f"Read {path} back: is anything else in it trusted?")
    refused = "AssertionError: expected 403 to be 303\n ❯ test/webhooks.test.ts:61:25"
    pen.turn(
        "All casts are gone. Now the tests.",
        vitest(project, failures={"is checked over the raw body": refused}, seconds=13.3),
    )
    pen.turn(
        "Webhooks post JSON as a raw buffer, which is no object; the schema must let it through and leave it alone.",
        project.read("test/login.test.ts"),
        project.edit(
            "src/auth/middleware.ts", (".passthrough().optional().catch(undefined);", ".optional().catch(undefined);")
        ),
        think="passthrough on a Buffer: zod's object check accepts any object, and strips to _csrf. parse returns a new object, "
        "request.body is untouched. So why 403? NO_CSRF is checked before... the order: SAFE, NO_CSRF, then parse. Hmm, the "
        "test posts to /webhooks without the slash? It is the raw body hook: catch(undefined) fine. Try without passthrough.",
    )
    pen.turn("", vitest(project, "test/webhooks.test.ts", "test/session.test.ts", seconds=3.1))
    for path in ("docs/openapi.yaml", "docs/security.md", "db/schema.sql"):
        pen.turn("", project.read(path))
    pen.turn(
        "Order numbers are typed as plain text in the API description; the schema knows their form now, so it may say so.",
        project.edit(
            "docs/openapi.yaml",
            (
                "        - name: before\n          in: query\n          required: false\n          schema: { type: string }\n",
                '        - name: before\n          in: query\n          required: false\n          schema: { type: string, pattern: "^S[0-9]{6,9}$" }\n',
            ),
        ),
        vitest(project, seconds=13.0),
        typecheck(),
    )
    pen.reply(
        "Done, tests and types are green.\n\n"
        "- No cast is left in `src/`: queries and bodies go through schemas that fall back rather than fail where a wrong value "
        "is harmless (`next`, `before`)\n"
        "- `before` must look like an order number now; it went into the query as it came, as a parameter, so this was untidy "
        "rather than dangerous\n"
        "- `docs/openapi.yaml` says so too",
    )
    pen.rename("Schemas instead of casts")
    return pen
