"""`pitui tree`: a session's tree, drawn as the screen draws it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from rich.cells import set_cell_size

from pitui import config, paths
from pitui.cli.arguments import add_file, add_json, add_leaf
from pitui.cli.find import session_path
from pitui.cli.leaf import Leaf, look
from pitui.cli.output import print_json, print_lines
from pitui.cli.start import start_options
from pitui.cli.table import picture_width
from pitui.core.context.projection import intrinsic_measure
from pitui.core.javascript.json import Json
from pitui.core.session.entries import Entry
from pitui.core.session.filters import shown
from pitui.core.session.reader import open_session
from pitui.core.session.search import Query, parse_query, said_in
from pitui.core.settings import TREE_FILTER_MODES, TreeFilterMode, tree_filter_mode
from pitui.rendering.entry_line import entry_line
from pitui.rendering.picture import clip, rstrip, text_of
from pitui.rendering.sanitize import one_line
from pitui.rendering.tree_line import TreeColumns, tree_line
from pitui.rendering.tree_rows import TreeRows, tree_rows

_ID_WIDTH = 9
"""Cells the id in front of a row takes."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    add_leaf(parser)
    parser.add_argument("--filter", choices=TREE_FILTER_MODES, help="which entries to show; without it, as pi is set")
    parser.add_argument("--search", metavar="Q", help='only entries that say all of Q: words, "phrases", or re:PATTERN')
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the tree."""
    options = start_options(arguments)
    leaf = look(open_session(session_path(arguments.file, options)), arguments.leaf, options)
    query = parse_query(arguments.search) if arguments.search is not None else None
    mode = _mode(arguments.filter, leaf, searches=query is not None)
    rows = tree_rows(leaf.session, leaf.leaf_id, _shows(leaf, mode, query))
    if arguments.json:
        print_json(_as_json(leaf, mode, rows))
    else:
        print_lines(_as_lines(leaf, rows))
    return 0


def _mode(asked: str | None, leaf: Leaf, *, searches: bool) -> TreeFilterMode:
    """The filter asked for, else pitui's, else pi's; a search goes through everything."""
    if asked is None and searches:
        return "all"
    chosen = asked or config.load(paths.config_file()).filter or tree_filter_mode(leaf.home.settings)
    return next(mode for mode in TREE_FILTER_MODES if mode == chosen)


def _shows(leaf: Leaf, mode: TreeFilterMode, query: Query | None) -> Callable[[Entry], bool]:
    labels = leaf.session.labels

    def shows(entry: Entry) -> bool:
        if not shown(entry, mode, leaf.leaf_id, labels):
            return False
        return query is None or query.finds(f"{said_in(entry)}\n{labels.get(entry.id, '')}")

    return shows


def _as_lines(leaf: Leaf, rows: TreeRows) -> Iterator[str]:
    """The rows behind the ids of their entries, which other commands ask for."""
    width = picture_width() - _ID_WIDTH
    for place, row in enumerate(rows.rows):
        painted = tree_line(leaf.session, leaf, rows, place, width, TreeColumns())
        yield set_cell_size(clip(one_line(row.entry.id), _ID_WIDTH - 1), _ID_WIDTH) + text_of(rstrip(painted))


def _as_json(leaf: Leaf, mode: TreeFilterMode, rows: TreeRows) -> Json:
    return {
        **leaf.as_json,
        "fileLeafId": leaf.session.leaf_id,
        "filter": mode,
        "entryCount": rows.total,
        "rows": [_row_json(leaf, rows, place) for place in range(len(rows.rows))],
    }


def _row_json(leaf: Leaf, rows: TreeRows, place: int) -> Json:
    row = rows.rows[place]
    entry = row.entry
    label = leaf.session.labels.get(entry.id)
    return {
        "id": entry.id,
        "parentId": entry.parent_id,
        "shownParentId": rows.rows[row.parent].entry.id if row.parent >= 0 else None,
        "type": entry.type,
        "role": entry.role,
        "timestamp": entry.timestamp,
        "label": label.text if label is not None else None,
        "onPath": row.active,
        "fate": leaf.fates[entry.id],
        "estimatedTokens": intrinsic_measure(entry).total,
        "text": text_of(entry_line(leaf.session, entry)),
    }
