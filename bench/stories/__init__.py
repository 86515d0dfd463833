"""The stories behind pitui's sample sessions: `python -m bench.stories` writes them to `pitui/demo/sessions`.

`workspace` is the project the agent works on, `outputs` what long commands print, `pen` writes the session
file; each story then reads like the session it makes. The same stories give the same bytes every time.
"""

from __future__ import annotations

from bench.stories.damaged import damaged
from bench.stories.fork import magic_links
from bench.stories.garden import linear_v1, short
from bench.stories.oauth import oauth_login
from bench.stories.split_turn import split_turn
from bench.stories.wide import wide


def all_stories() -> dict[str, str]:
    """Every sample session by name, as the text of its file."""
    flagship, plan = oauth_login()
    return {
        "oauth-login": flagship.text(),
        "oauth-login-by-mail": magic_links(flagship, plan, "oauth-login.jsonl").text(),
        "split-turn": split_turn().text(),
        "linear-v1": linear_v1(),
        "damaged": damaged(),
        "short": short().text(),
        "wide": wide().text(),
    }
