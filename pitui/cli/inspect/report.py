"""One inspection, whole."""

from __future__ import annotations

from pitui.cli.inspect.compacting import compaction_part
from pitui.cli.inspect.options import Options
from pitui.cli.inspect.reading import context_part, session_part
from pitui.cli.inspect.switching import branch_part, fork_part
from pitui.core.context.projection import project
from pitui.core.errors import NotASessionError
from pitui.core.javascript.json import Json
from pitui.core.session.reader import open_session


async def inspect(options: Options) -> dict[str, Json]:
    """Everything the core computes for these options; a file that is no session reports just that.

    Raises UnreadableError, and UnknownEntryError for a leaf that is not in the session.
    """
    try:
        session = open_session(options.file)
    except NotASessionError as error:
        return {"load": {"$error": {"name": "NotASessionError", "message": error.sentence}}}
    leaf_id = options.leaf if options.leaf is not None else session.leaf_id
    path = session.branch(leaf_id)
    return {
        "load": {"ok": True},
        **session_part(session, leaf_id),
        **context_part(session, project(path), options),
        **await compaction_part(path, options),
        "branch": await branch_part(session, leaf_id, options),
        "fork": fork_part(session, options),
    }
