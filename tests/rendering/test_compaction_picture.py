"""A compaction as three strips: brackets, the arrow at the first kept entry, what the model sees."""

from __future__ import annotations

import pytest

from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import CompactionPreparation, prepare_projected
from pitui.core.context.projection import project
from pitui.core.settings import CompactionSettings
from pitui.rendering.compaction_picture import CompactionPicture, compaction_picture
from pitui.rendering.picture import text_of
from pitui.rendering.ribbon import ribbon_of
from pitui.rendering.savings_bars import savings_bars
from pitui.rendering.strip import AS_FITS, StripView
from tests.builders import Tree, usage
from tests.rendering.plain import WIDTHS, check, plain


def prepared(tree: Tree, cut: str | None = None, keep: int = 20_000) -> CompactionPreparation:
    settings = CompactionSettings(keep_recent_tokens=keep)
    preparation = prepare_projected(project(tree.branch()), settings, cut_entry_id=cut)
    assert preparation is not None
    return preparation


def drawn(
    tree: Tree, preparation: CompactionPreparation, cells: int, view: StripView = AS_FITS, *, refused: int | None = None
) -> CompactionPicture:
    ribbon = ribbon_of(preparation.projection)
    return compaction_picture(tree.session, preparation, outlook(preparation), ribbon, cells, view, refused=refused)


def test_a_cut_between_turns(shop: Tree) -> None:
    expected = """\
 before   9.0k                                                      ┃ keep-recent 20 000  (default)
  0   1 2      3   4   5                  6   7          8   9   10   11   12  13         14
  hdr│·│sys   │usr│ass│tool              │ass│tool      │ass┃usr│ass │tool│ass│usr       │ass
               └─── summarise 3.0k · 1 turn · 6 entries ───┘ └────────── keep 1.9k ───────────┘
              first kept  9  u2  user: now the refresh token ↑

 after    ~7.5k
  0   1 2      3   4   5                  6   7          8   9   10   11   12  13         14    15
  hdr│·│sys   │usr│ass│tool              │ass│tool      │ass┃usr│ass │tool│ass│usr       │ass  │cmp
      └────────────── not sent to the model ───────────────┘ └──────── sent to the model ─────────┘
                                                             ↑ starts from first kept
 the model sees
  system 500 │ summary ~1.5k │usr│ass       │tool│ass│usr                             │ass
  ↑ prompt     ↑ from cmp     └─────────────────────── 1.9k from first kept ──────────────────────┘
"""
    assert plain(drawn(shop, prepared(shop, "u2"), 100).lines) == expected


def test_a_split_turn_has_a_bracket_and_a_word_of_its_own(shop: Tree) -> None:
    lines = drawn(shop, prepared(shop, keep=400), 100).lines
    expected = """\
 before   9.0k                                                         ┃ keep-recent 400  (default)
  0   1 2      3   4   5                  6   7          8   9   10   11   12  13         14
  hdr│·│sys   │usr│ass│tool              │ass│tool      │ass│usr│ass │tool│ass│usr       ┃ass
               └─────────── summarise 3.4k · 2 turns · 10 entries ───────────┘ └─ 1.2k ─┘ └───┘
  first kept  14  a6  assistant: wordwordwordwordwordwordwordwordwordwordwordwordwordwor… ↑
  turn prefix 1.2k · keep 400
  one turn is larger than keep-recent: its beginning is summarised on its own
"""
    assert plain(lines[:7]) == expected


def test_a_cut_inside_a_turn_that_is_not_large(shop: Tree) -> None:
    assert "the cut stands inside a turn" in plain(drawn(shop, prepared(shop, "a4"), 100).lines)


def test_a_narrow_picture_says_below_what_brackets_cannot(shop: Tree) -> None:
    expected = """\
 before   9.0k           ┃ keep-recent 20 000
  0   1  3   8   9   10  11   12  13  14
  hdr│⋯2│⋯ 5│ass│usr│ass│tool│ass┃usr│ass
         └─── summarise 3.4k ───┘ └─────┘
  first kept  13  user: write te… ↑
  keep 1.6k
 after    ~7.1k
  0   1  3   8   9   10  11   12  13  14  15
  hdr│⋯2│⋯ 5│ass│usr│ass│tool│ass┃usr│ass│cmp
      └─ not sent to the model ─┘ └── sent ─┘
           starts from first kept ↑
 the model sees
  sys 500 │ sum ~1.5k │usr            │ass
  ↑ prompt  ↑ from cmp └──── 1.6k kept ─────┘
"""
    assert plain(drawn(shop, prepared(shop, "u3"), 46).lines) == expected


def test_what_earlier_compactions_folded_has_its_own_brackets(shop: Tree) -> None:
    shop.compaction("u2", "## Goal\nOAuth.", tokensBefore=9000)
    shop.user("more")
    shop.assistant(100)
    shop.user("and more")
    shop.assistant(200, usage=usage(3000))
    lines = drawn(shop, prepared(shop, "u5"), 100).lines
    expected = """\
 before   3.0k                                                      ┃ keep-recent 20 000  (default)
  0   1 2   3   4   5    6   7    8   9   10   11   12  13           14    15  16  17  18  19
  hdr│·│sys│usr│ass│tool│ass│tool│ass│usr│ass │tool│ass│usr         │ass  │cmp│usr│ass┃usr│ass
      └── in summary 1 · 8 entries ─┘ └──── summarise 2.0k · 3 turns · 8 entries ────┘ └ keep ┘
 the model sees
  summary ~4 │usr│ass
  ↑ from cmp  └─────────────────────────────── 202 from first kept ───────────────────────────────┘
"""
    assert plain([*lines[:4], *lines[-3:]]) == expected


def test_three_entries_fill_the_width(tree: Tree) -> None:
    tree.user("one")
    tree.assistant("two")
    tree.user("three")
    expected = """\
 before   ~4                ┃ keep-recent 20 000  (default)
  0   1            2            3
  hdr│usr         │ass         ┃usr
      └─ summarise 2 · 1 turn ┘ └─────── keep 2 ──────┘
     first kept  3  user: three ↑

 after    ~1.5k
  0   1            2            3                       4
  hdr│usr         │ass         ┃usr                    │cmp
      └ not sent to the model ┘ └─── sent to the model ───┘
                                ↑ starts from first kept
 the model sees
  sum ~1.5k │usr
  ↑ from cmp └──────────── 2 from first kept ─────────────┘
"""
    assert plain(drawn(tree, prepared(tree, "u2"), 60).lines) == expected


def test_the_place_where_no_cut_may_stand_is_told(shop: Tree) -> None:
    preparation = prepared(shop, "u2")
    result = next(index for index, projected in enumerate(preparation.projection.entries) if projected.entry.id == "r3")
    assert "11  a tool result stays with its call ↑" in plain(drawn(shop, preparation, 80, refused=result).lines)


def test_an_omitted_entry_is_marked(shop: Tree) -> None:
    shop.edit("r1")
    assert "│✗" in text_of(drawn(shop, prepared(shop, "u2"), 100).lines[2])


def test_a_system_message_among_what_is_kept_is_not_sent_again(shop: Tree) -> None:
    shop.system(50)
    shop.user("after it")
    lines = drawn(shop, prepared(shop, "u3"), 100).lines
    assert "sys│usr" in text_of(lines[2])
    assert "sys│" not in text_of(lines[-2])


def test_stepping_in_draws_fewer_and_wider_cells(shop: Tree) -> None:
    expected = """\
  0   1  3  7                                                 8   9   10                11   12
  hdr│⋯2│⋯4│tool                                             │ass┃usr│ass              │tool│⋯3
"""
    assert plain(drawn(shop, prepared(shop, "u2"), 100, StripView(zoom=2)).lines[1:3]) == expected


def test_stepping_out_makes_cells_of_turns(shop: Tree) -> None:
    expected = """\
  0   1                3                                      9   10      13
  hdr│⋯ 2 entries     │turn                                  ┃usr│tool   │turn
                       └───── summarise 3.0k · 1 turn ──────┘ └────────── keep 1.9k ──────────┘
"""
    assert plain(drawn(shop, prepared(shop, "u2"), 100, StripView(zoom=-1)).lines[1:4]) == expected


@pytest.mark.parametrize("offset", [-1000, -3, 0, 3, 1000])
@pytest.mark.parametrize("zoom", [-3, -1, 0, 1, 4])
def test_the_cut_is_in_view_however_far_the_strip_is_moved(shop: Tree, zoom: int, offset: int) -> None:
    for _ in range(40):
        shop.user("more")
        shop.assistant("of it")
    picture = drawn(shop, prepared(shop, "u2"), 80, StripView(zoom, offset))
    place = next(cell for cell in picture.cells if cell.start == 9)
    assert text_of(picture.lines[2])[place.left + 1] == "┃"
    assert "└" in text_of(picture.lines[3])


def test_a_click_finds_its_entry(shop: Tree) -> None:
    picture = drawn(shop, prepared(shop, "u2"), 100)
    column = text_of(picture.lines[2]).index("usr")
    assert picture.place_at(column) == 3
    assert picture.place_at(column - 1) is None
    assert picture.place_at(0) is None


def test_the_bars_stand_on_one_scale(shop: Tree) -> None:
    expected = """\
  9.0k ▐███████████████████████████████████████▌
 ~7.5k ▐████████████████████████████████▌        saves ~1.5k
"""
    assert plain(savings_bars(outlook(prepared(shop, "u2")), 60)) == expected


def test_a_compaction_that_only_adds_says_so(tree: Tree) -> None:
    tree.user("one")
    tree.assistant("two")
    tree.user("three")
    assert "adds ~1.5k" in plain(savings_bars(outlook(prepared(tree, "u2")), 60))


@pytest.mark.parametrize("cells", WIDTHS)
def test_no_line_is_wider_than_asked(shop: Tree, cells: int) -> None:
    for cut in ("u2", "a4", "u3"):
        preparation = prepared(shop, cut)
        for view in (AS_FITS, StripView(2), StripView(-2, -3)):
            check(drawn(shop, preparation, cells, view, refused=10).lines, cells)
        check(savings_bars(outlook(preparation), cells), cells)
