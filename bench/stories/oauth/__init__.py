"""The flagship: a web shop gets a login with Google and GitHub, with a detour, a failure and a compaction."""

from __future__ import annotations

from bench.stories.models import SONNET
from bench.stories.oauth.cookie import try_a_cookie
from bench.stories.oauth.flow import build_the_flow
from bench.stories.oauth.linking import link_accounts
from bench.stories.oauth.look import look_around
from bench.stories.oauth.passport import try_passport
from bench.stories.oauth.refresh import rotate_tokens
from bench.stories.oauth.ship import ship
from bench.stories.openapi import openapi
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, shop


def oauth_login() -> tuple[Pen, str]:
    """The session, and the entry from which somebody else goes on in a session of their own."""
    project: Workspace = shop()
    project.files["docs/openapi.yaml"] = openapi()
    pen = Pen("/home/dev/shop", "2026-11-26T09:12:40.118+00:00", SONNET)
    plan = look_around(pen, project)
    try_passport(pen, project, plan)
    build_the_flow(pen, project)
    rotate_tokens(pen, project)
    try_a_cookie(pen, project)
    link_accounts(pen, project)
    ship(pen, project)
    return pen, plan
