"""Settings in rows: what each is, its value, and where the value comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitui.core.javascript.json import Json, stringify
from pitui.core.settings import Setting
from pitui.rendering.picture import Line, Picture, Span, clip, fit, line
from pitui.rendering.sanitize import one_line
from pitui.rendering.wrap import wrap

_NAME, _VALUE = 34, 16


def setting_line(name: str, value: str, remark: str, cells: int) -> Line:
    """One setting in exactly `cells` cells."""
    spans = [Span(f" {_column(name, _NAME)}"), Span(_column(value, _VALUE), "strong"), Span(one_line(remark), "muted")]
    return fit(spans, cells)


def pi_settings_page(settings: Iterable[Setting], complaints: Sequence[str], cells: int) -> Picture:
    """pi's settings in force, and what pi would refuse."""
    rows = [setting_line(each.key, _shown(each.value), str(each.origin), cells) for each in settings]
    wrong = [line(Span(f" {part}", "alarm")) for sentence in complaints for part in wrap(one_line(sentence), cells - 2)]
    return [*rows, *([(), *wrong] if wrong else [])]


def _shown(value: Json) -> str:
    return "not set" if value is None else stringify(value)


def _column(text: str, cells: int) -> str:
    """A text in at least `cells` cells with two blanks behind it; a longer one is clipped."""
    return f"{clip(one_line(text), cells - 2):<{cells}}"
