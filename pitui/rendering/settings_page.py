"""Settings in rows: what each is, its value, and where the value comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitui.core.javascript.json import Json, stringify
from pitui.core.settings import Setting
from pitui.rendering.picture import Line, Meaning, Picture, Span, clip, fit
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import wrap

_NAME, _VALUE = 34, 16


def setting_line(name: str, value: str, remark: str, cells: int) -> Line:
    """One setting in exactly `cells` cells."""
    named = _column(name, min(_NAME, max(_VALUE, cells // 2)), "")
    return fit([Span(" "), *named, *_column(value, _VALUE, "strong"), Span(one_line(remark), "muted")], cells)


def pi_settings_page(settings: Iterable[Setting], complaints: Sequence[str], cells: int) -> Picture:
    """pi's settings in force, and what pi would refuse."""
    rows = [setting_line(each.key, _shown(each.value), str(each.origin), cells) for each in settings]
    wrong = [part for sentence in complaints for part in wrap(one_line(sentence), max(1, cells - 2))]
    return [*rows, *([()] if wrong else []), *(fit([Span(f" {part}", "alarm")], cells) for part in wrong)]


def _shown(value: Json) -> str:
    return "not set" if value is None else stringify(value)


def _column(text: str, cells: int, meaning: Meaning) -> Line:
    """A text with two blanks behind it in exactly `cells` cells."""
    return fit([Span(clip(one_line(text), cells - 2), meaning)], cells)
