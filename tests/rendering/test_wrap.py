"""Long text in lines: at blanks, at cell edges, never inside a glyph; Markdown with its structure visible."""

from __future__ import annotations

import pytest
from rich.cells import cell_len, split_graphemes

from pitui.rendering.picture import Span, text_of
from pitui.rendering.prose import prose
from pitui.rendering.wrap import capped, flow, paragraphs, wrap, wrap_spans
from tests.rendering.plain import HOSTILE, WIDTHS, check, plain


def test_words_stay_whole_where_they_fit() -> None:
    assert wrap("the quick brown fox", 10) == ["the quick", "brown fox"]


def test_a_longer_word_is_broken_at_a_cell_edge() -> None:
    assert wrap("a abcdefghij b", 4) == ["a", "abcd", "efgh", "ij b"]


def test_blanks_inside_a_line_are_kept() -> None:
    assert wrap("a   b", 10) == ["a   b"]
    assert wrap("    indented text", 12) == ["    indented", "text"]


def test_an_empty_text_is_one_empty_line() -> None:
    assert wrap("", 10) == [""]
    assert plain(paragraphs("a\n\nb", 10)) == "a\n\nb\n"


def test_wide_glyphs_are_never_cut() -> None:
    assert wrap("日本語の文章", 5) == ["日本", "語の", "文章"]


def test_a_glyph_wider_than_the_line_leaves_a_mark() -> None:
    assert wrap("日本", 1) == ["…", "…"]


def test_a_family_stays_together() -> None:
    family = "👩‍👩‍👧‍👦"
    parts = wrap(family * 4, 5)
    assert "".join(parts) == family * 4
    assert all(set(glyphs(part)) == {family} for part in parts)


def glyphs(text: str) -> list[str]:
    return [text[start:end] for start, end, _ in split_graphemes(text)[0]]


@pytest.mark.parametrize("cells", WIDTHS)
@pytest.mark.parametrize("text", HOSTILE)
def test_no_line_is_wider_than_asked(text: str, cells: int) -> None:
    check(paragraphs(text, cells), cells)
    check(capped(f"{text}\n{text}", cells, 3), max(cells, 16))


def test_what_is_capped_is_counted() -> None:
    text = "\n".join("abc")
    assert plain(capped(text, 10, 2)) == "a\nb\n… 1 more line\n"
    assert plain(capped(text, 10, 3)) == "a\nb\nc\n"
    assert plain(capped(text, 10, None)) == "a\nb\nc\n"


def test_short_pieces_flow() -> None:
    pieces = [(Span("one"),), (Span("two"),), (Span("three"),)]
    assert plain(flow(pieces, 9)) == "one  two\nthree\n"


def test_spans_wrap_with_their_meanings() -> None:
    words = [Span("same", ""), Span(" "), Span("new", "good"), Span(" "), Span("same")]
    lines = list(wrap_spans(words, 10, Span("+ "), Span("+ ")))
    assert plain(lines) == "+ same new\n+ same\n"
    assert lines[0][3] == Span("new", "good")


def test_markdown_keeps_its_structure() -> None:
    text = "# Title\nSome words that go on and on\n\n- one thing that is long\n  - inner\n1. first\n> quoted\n"
    text += "```py\nx = 1\n```\nend"
    expected = """\
# Title
Some words that go
on and on

• one thing that is
  long
  • inner
1. first
┃ quoted
│ py
│ x = 1
end
"""
    assert plain(prose(text, 20)) == expected


def test_a_fence_left_open_shows_code_to_the_end() -> None:
    assert plain(prose("```\n# no heading\n- no list", 30)) == "│ # no heading\n│ - no list\n"


def test_code_and_weight_inside_a_line_have_meanings() -> None:
    (line,) = prose("run `make` **now**", 40)
    assert [(span.text, span.meaning) for span in line] == [
        ("run ", ""),
        ("`make`", "accent"),
        (" ", ""),
        ("**now**", "strong"),
    ]


@pytest.mark.parametrize("cells", [4, 7, 20, 40])
@pytest.mark.parametrize("text", HOSTILE)
def test_prose_is_never_wider_than_asked(text: str, cells: int) -> None:
    check(prose(f"# {text}\n- {text}\n      * {text}\n> {text}\n```{text}\n{text}", cells), cells)


def test_bracketed_text_is_no_markup() -> None:
    assert [text_of(spans) for spans in prose("[red]x[/red]", 40)] == ["[red]x[/red]"]


def test_every_hostile_text_shows_something_of_its_own_width() -> None:
    for text in HOSTILE:
        for spans in paragraphs(text, 30):
            assert cell_len(text_of(spans)) <= 30
