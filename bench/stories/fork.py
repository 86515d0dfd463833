"""Somebody else takes the shop's plan and goes another way, in a session of their own."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash, shop


def magic_links(parent: Pen, plan: str, parent_file: str) -> Pen:
    """A copy of the path to the plan, and what follows from it here."""
    project: Workspace = shop()
    pen = Pen("/home/dev/shop", "2026-11-27T15:21:08.377+00:00", SONNET, parent=parent_file)
    pen.copy_path(parent, plan)
    pen.user("Before we do any of that: would a link by mail be enough? No password, no provider.", wait=40)
    pen.turn(
        "We have most of it: reset links work the same way.",
        project.search("email_verifications|sendVerificationMail"),
        project.read("db/schema.sql", 30, 12),
        think="email_verifications has a purpose column: add 'login'. One-time, hashed, expiring. Mail latency and mail "
        "scanners that follow links are the known problems: a GET must not log in, a button on the page must.",
    )
    pen.reply(
        "It would be a day's work: `email_verifications` has a `purpose`, and a login link is a fourth one.\n\n"
        "- The link opens a page with a button. Mail scanners follow links, so a GET must never log in.\n"
        "- It works in the browser that asked for it only, or it can be forwarded by mistake.\n"
        "- It is slower than a button: customers wait for mail, and some of it lands in spam.\n\n"
        "As a second way in it is worth having. It does not replace Google for those who want one click.",
    )
    pen.user("Then do it as a draft, without the mail template.", wait=60)
    pen.turn(
        "",
        project.write(
            "db/migrations/0014_login_links.sql",
            "-- A link by mail that logs in: one more purpose of a verification.\n\n"
            "alter table email_verifications drop constraint email_verifications_purpose_check;\n"
            "alter table email_verifications add constraint email_verifications_purpose_check\n"
            "    check (purpose in ('verify', 'reset', 'change', 'login'));\n"
            "alter table email_verifications add column session_id uuid references sessions (id) on delete cascade;\n",
        ),
        bash(
            "npm run migrate",
            "\n> shop@3.8.0 migrate\n> node scripts/migrate.js\n\n0014_login_links.sql ... applied in 17 ms\n",
        ),
    )
    pen.reply("The draft's table is in. Next would be the route and the page with the button.")
    pen.rename("Login by mail instead?")
    return pen
