"""Every key in one list: what it does in a word for the footer and in a sentence for the help.

Footer, help, palette and a user's keymap all read this list, so they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from textual.binding import Binding

Scope: TypeAlias = Literal[
    "everywhere", "list", "tree", "browser", "compaction", "context", "messages", "shelf", "sessions", "review"
]
"""Where a key works: a screen, or a widget on it."""


@dataclass(frozen=True, slots=True)
class Key:
    """One thing a key can do."""

    id: str
    """Names the action in a user's keymap."""
    keys: str
    """The keys, separated by commas."""
    action: str
    """The action method it calls."""
    word: str
    """What the footer says."""
    sentence: str
    """What the help says."""
    scope: Scope
    footer: bool = False
    """Whether the footer has room for it."""
    shown_as: str | None = None
    """How the footer spells the key, where its name is clumsy."""


KEYS: tuple[Key, ...] = (
    # Lists
    Key("up", "up,k", "move(-1)", "up", "Move up a row.", "list"),
    Key("down", "down,j", "move(1)", "down", "Move down a row.", "list"),
    Key("page-up", "pageup", "page(-1)", "page up", "Move up a page.", "list"),
    Key("page-down", "pagedown,space", "page(1)", "page down", "Move down a page.", "list"),
    Key("first", "home,g", "first", "first", "Go to the first row.", "list"),
    Key("last", "end,G", "last", "last", "Go to the last row.", "list"),
    Key("choose", "enter", "choose", "choose", "Act on the row under the cursor.", "list"),
    # Tree
    Key("fold", "left,h", "fold_or_parent", "fold", "Fold the entries below, or go to the parent.", "tree"),
    Key("unfold", "right,l", "unfold", "unfold", "Unfold, or go on to the next row.", "tree"),
    Key(
        "segment-up",
        "ctrl+left,alt+left",
        "segment(-1)",
        "segment up",
        "Fold the segment, or jump to where it starts.",
        "tree",
    ),
    Key(
        "segment-down",
        "ctrl+right,alt+right",
        "segment(1)",
        "segment down",
        "Unfold the segment, or jump to the next one.",
        "tree",
    ),
    Key(
        "fold-others",
        "asterisk",
        "fold_others",
        "fold others",
        "Fold all but the branch in use; again unfolds all.",
        "tree",
    ),
    Key(
        "previous-sibling",
        "left_square_bracket",
        "sibling(-1)",
        "prev sibling",
        "Go to the branch before this one.",
        "tree",
    ),
    Key(
        "next-sibling", "right_square_bracket", "sibling(1)", "next sibling", "Go to the branch after this one.", "tree"
    ),
    Key("parent", "p", "parent", "parent", "Go to the parent.", "tree"),
    Key("next-fork", "b", "next_fork", "next fork", "Go to the next fork below.", "tree"),
    Key("to-leaf", "full_stop", "to_leaf", "leaf", "Go back to the leaf.", "tree"),
    Key("switch", "enter", "choose", "switch", "Switch to the entry under the cursor; asks first.", "tree", True, "↵"),
    # Browser
    Key("compact", "c", "compact", "compact", "See what compacting would do, and do it.", "browser", True),
    Key("llm-view", "v", "llm_view", "LLM view", "See exactly what the model would get from here.", "browser", True),
    Key("search", "slash", "search", "search", "Search in everything that was said.", "browser", True, "/"),
    Key("next-hit", "n", "hit(1)", "next hit", "Go to the next hit, unfolding what hides it.", "browser"),
    Key("previous-hit", "N,shift+n", "hit(-1)", "previous hit", "Go to the hit before.", "browser"),
    Key("labels", "m", "go_to_label", "labels", "Jump to a labelled entry.", "browser"),
    Key("branches", "B,shift+b", "go_to_branch", "branches", "Jump to the end of a branch.", "browser"),
    Key("go-to-id", "colon", "go_to_id", "go to id", "Go to an entry by its id, or how it begins.", "browser"),
    Key("tab-entry", "1", "tab('entry')", "entry", "Show the entry under the cursor.", "browser"),
    Key("tab-llm", "2", "tab('llm')", "LLM view", "Show what the model gets from the leaf.", "browser"),
    Key("tab-compaction", "3", "tab('compaction')", "compaction", "Show what compacting would do.", "browser"),
    Key("tab-stats", "4", "tab('stats')", "stats", "Show messages, tools, files, tokens and cost.", "browser"),
    Key("filter-default", "ctrl+d", "filter('default')", "default filter", "Hide bookkeeping entries.", "browser"),
    Key("filter-no-tools", "ctrl+t", "filter('no-tools')", "no tools", "Hide tool results too.", "browser"),
    Key("filter-user", "ctrl+u", "filter('user-only')", "user only", "Show only what the user said.", "browser"),
    Key("filter-labels", "ctrl+l", "filter('labeled-only')", "labelled", "Show only labelled entries.", "browser"),
    Key("filter-all", "ctrl+a", "filter('all')", "all", "Show every entry.", "browser"),
    Key("filter-next", "ctrl+o", "next_filter(1)", "next filter", "Go through the filters.", "browser"),
    Key(
        "filter-previous",
        "ctrl+shift+o",
        "next_filter(-1)",
        "previous filter",
        "Go back through the filters.",
        "browser",
    ),
    Key("filter-menu", "f", "filter_menu", "filters", "Choose a filter from a menu.", "browser"),
    Key(
        "label", "L,shift+l", "label", "label", "Give the entry a label; an empty one clears it.", "browser", True, "L"
    ),
    Key("label-times", "T,shift+t", "label_times", "label times", "Show when labels were given.", "browser"),
    Key("columns", "x", "columns", "columns", "Change the right column: tokens, running total, cost, age.", "browser"),
    Key("copy", "ctrl+x", "copy_entry", "copy", "Copy the entry's text.", "browser"),
    Key("copy-menu", "y", "copy_menu", "copy…", "Choose what to copy: text, JSON, ids, the resume command.", "browser"),
    Key("open-in-pi", "o", "open_in_pi", "open in pi", "Go on in pi; the screen comes back when pi ends.", "browser"),
    Key("pager", "P,shift+p", "page_entry", "pager", "Read the entry in your pager.", "browser"),
    Key("export", "e", "export", "export", "Write the branch or the whole session to a file to share.", "browser"),
    Key("rename", "r", "rename", "rename", "Rename the session.", "browser"),
    Key(
        "damage",
        "exclamation_mark",
        "damage",
        "damage",
        "Show what is wrong with the file, with line numbers.",
        "browser",
    ),
    Key(
        "before-compaction",
        "u",
        "before_compaction",
        "before compaction",
        "Go to before the last compaction; asks first.",
        "browser",
    ),
    Key("follow", "F", "follow", "follow cursor", "Let the shown leaf follow the cursor.", "browser"),
    Key("raw", "J", "raw", "raw JSON", "Show the entry as the file has it.", "browser"),
    Key("open-all", "O", "open_all", "show all", "Show long results and thinking in full.", "browser"),
    Key("reload", "f5", "reload", "reload", "Read the file anew.", "browser"),
    Key("sessions", "ctrl+r", "sessions", "sessions", "Choose another session.", "browser", True, "^r"),
    Key("next-pane", "tab", "next_pane", "next pane", "Go to the next pane.", "browser"),
    Key("previous-pane", "shift+tab", "previous_pane", "previous pane", "Go to the pane before.", "browser"),
    # Compaction
    Key(
        "cut-left",
        "left,h",
        "cut(-1)",
        "cut",
        "Move the cut to the legal point before; more stays.",
        "compaction",
        True,
        "←→",
    ),
    Key(
        "cut-right",
        "right,l",
        "cut(1)",
        "cut right",
        "Move the cut to the legal point after; more is summarised.",
        "compaction",
    ),
    Key(
        "turn-left",
        "left_square_bracket",
        "turn(-1)",
        "turn",
        "Move the cut to the turn before.",
        "compaction",
        True,
        "[]",
    ),
    Key("turn-right", "right_square_bracket", "turn(1)", "next turn", "Move the cut to the turn after.", "compaction"),
    Key("cut-reset", "0", "reset", "reset", "Put the cut where pi would.", "compaction", True),
    Key("zoom-in", "plus,equals_sign", "zoom(1)", "zoom in", "Draw the strips wider.", "compaction"),
    Key("zoom-out", "minus", "zoom(-1)", "zoom out", "Draw the strips narrower.", "compaction"),
    Key("what-if", "w", "what_if", "what if", "Try other settings: keep-recent, reserve, window.", "compaction", True),
    Key(
        "instructions",
        "i",
        "instructions",
        "focus",
        "Say what the summary should attend to.",
        "compaction",
        True,
    ),
    Key("request", "v", "request", "request", "Read exactly what would be sent.", "compaction", True),
    Key("asks", "s", "summarizer", "who is asked", "Choose who writes the summary.", "compaction"),
    Key("outline", "o", "outline", "outline", "Make an outline offline, without a model.", "compaction"),
    Key("run", "ctrl+s", "run", "compact", "Ask for the summary.", "compaction", True, "^s"),
    # LLM view
    Key("view-leaf", "full_stop", "leaf", "leaf", "Show it from the leaf.", "context", True, "."),
    Key("view-sort", "t", "largest", "largest", "Show the ten largest.", "context", True),
    Key(
        "view-compare",
        "equals_sign",
        "compare",
        "compare",
        "Compare the cursor's context with the leaf's.",
        "context",
        True,
        "=",
    ),
    Key("view-open", "enter", "choose", "read", "Read the message in full.", "messages", True, "↵"),
    # Shelf
    Key("open", "enter", "choose", "open", "Open the session.", "sessions", True, "↵"),
    Key("mark", "space", "mark", "mark", "Mark it, to act on several.", "sessions"),
    Key("shelf-search", "slash", "search", "search", "Search in all sessions and their names.", "shelf", True, "/"),
    Key("sort", "s", "sort", "sort", "Go through the orders: threads, recent, cost, size.", "shelf", True),
    Key("shelf-rename", "r", "rename", "rename", "Rename the session; it is one appended entry.", "shelf", True),
    Key("delete", "d", "delete", "delete", "Move it to the trash; asks first.", "shelf", True),
    Key("delete-yes", "y", "delete_yes", "yes", "Yes, to the trash.", "shelf"),
    Key("pin", "p", "pin", "pin", "Keep it at the top, or no longer.", "shelf"),
    Key("archive", "a", "archive", "archive", "Put it away, or take it back.", "shelf"),
    Key("show-archive", "A,shift+a", "show_archive", "archived", "Show what was put away, or hide it.", "shelf"),
    Key("undo", "u", "undo", "undo", "Undo the last delete, archive or pin.", "shelf"),
    Key("scope", "tab", "scope", "project/all", "Show this project's sessions, or all.", "shelf", True, "tab"),
    Key("shelf-reload", "f5", "reload", "reload", "Look through the folder anew.", "shelf"),
    # Review
    Key("save", "ctrl+s", "save", "save", "Save the summary: one entry is appended.", "review", True, "^s"),
    Key("again", "ctrl+r", "again", "ask again", "Ask for another summary.", "review", True, "^r"),
    Key(
        "discard",
        "f8",
        "discard",
        "throw away",
        "Throw the summary away.",
        "review",
        True,
        "F8",
    ),
    Key("difference", "f2", "difference", "difference", "Compare with the previous summary.", "review", True, "F2"),
    # Everywhere
    Key(
        "help",
        "question_mark,f1",
        "help",
        "help",
        "Show what is here and every key that works.",
        "everywhere",
        True,
        "?",
    ),
    Key("settings", "S,shift+s", "settings", "settings", "Change pitui's settings, and read pi's.", "everywhere"),
    Key("back", "q", "leave", "back", "Go back, or quit from the first screen.", "everywhere"),
    Key("peel", "escape", "peel", "back", "Close what lies on top, one layer at a time.", "everywhere", shown_as="esc"),
)

_SPELLED = {
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "full_stop": ".",
    "asterisk": "*",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "escape": "esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""Keys as a person writes them, where Textual spells them out."""


def bindings(*scopes: Scope) -> list[Binding]:
    """Textual's bindings for some scopes, those the footer shows in the order of the list."""
    return [
        Binding(
            key.keys, key.action, key.word, show=key.footer, key_display=key.shown_as, id=key.id, tooltip=key.sentence
        )
        for key in KEYS
        if key.scope in scopes
    ]


def of_scope(*scopes: Scope) -> list[Key]:
    """The keys of some scopes, for the help."""
    return [key for key in KEYS if key.scope in scopes]


def spelled(key: str) -> str:
    """A key as a person writes it."""
    *modifiers, name = key.split("+")
    short = {"ctrl": "^", "shift": "shift ", "alt": "alt "}
    return "".join(short.get(modifier, modifier + " ") for modifier in modifiers) + _SPELLED.get(name, name)
