"""`pitui budget`: what the context weighs against the model's window, and whose word each number is."""

from __future__ import annotations

import argparse

from pitui.cli.arguments import WrongUsageError, add_file, add_json, add_leaf
from pitui.cli.find import session_path
from pitui.cli.leaf import Leaf, look
from pitui.cli.output import print_json, print_lines
from pitui.cli.settings_report import settings_json
from pitui.cli.start import start_options
from pitui.cli.table import picture_lines, picture_width
from pitui.core.context.budget import Budget
from pitui.core.context.history import context_history
from pitui.core.javascript.json import Json
from pitui.core.session.reader import open_session
from pitui.rendering.budget_meter import budget_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_file(parser)
    add_leaf(parser)
    parser.add_argument("--model", metavar="M", help="as if this model were in use: PROVIDER/MODEL, or just MODEL")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the budget."""
    options = start_options(arguments)
    leaf = look(open_session(session_path(arguments.file, options)), arguments.leaf, options)
    name = _model_name(leaf, arguments.model) if arguments.model is not None else leaf.model_name
    budget = leaf.budget(name)
    if arguments.json:
        print_json(_as_json(leaf, name, budget))
    else:
        picture = budget_lines(budget, picture_width(), history=context_history(leaf.projection))
        print_lines(["/".join(name) if name is not None else "no model named", *picture_lines(picture)])
    return 0


def _model_name(leaf: Leaf, words: str) -> tuple[str, str]:
    """Provider and model; the provider in use where the words name none."""
    provider, slash, model_id = words.partition("/")
    if slash and provider and model_id:
        return provider, model_id
    if leaf.model_name is None or slash or not words:
        raise WrongUsageError(f"{words!r} names no model; say PROVIDER/MODEL.")
    return leaf.model_name[0], words


def _as_json(leaf: Leaf, name: tuple[str, str] | None, budget: Budget) -> Json:
    window = budget.window
    return {
        **leaf.as_json,
        "model": {"provider": name[0], "modelId": name[1]} if name is not None else None,
        "tokens": budget.reported,
        "estimatedTokens": budget.estimated,
        "contextWindow": window.tokens,
        "contextWindowOrigin": window.origin,
        "contextWindowAssumed": window.assumed,
        "percent": budget.share * 100 if budget.share is not None else None,
        "parts": dict(budget.parts),
        "notInFile": budget.unaccounted,
        "unreported": budget.unreported or None,
        "threshold": budget.threshold,
        "headroom": budget.headroom,
        "turnsLeft": budget.turns_left,
        "level": budget.level,
        "shouldCompact": budget.over,
        "settings": settings_json(budget.settings),
    }
