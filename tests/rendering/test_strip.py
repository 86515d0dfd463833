"""A path as a strip of cells: its grains, its proportions, its scale and its speed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest

from pitui.core.compaction.outlook import outlook
from pitui.core.compaction.preparation import prepare_projected
from pitui.core.context.projection import intrinsic_measure, project
from pitui.core.settings import CompactionSettings
from pitui.rendering.compaction_picture import compaction_picture
from pitui.rendering.ribbon import Ribbon, ribbon_of
from pitui.rendering.strip import AS_FITS, Cell, Stretch, StripView, lay_out
from pitui.rendering.strip_lines import strip_lines
from tests.builders import START, Tree
from tests.rendering.plain import plain

ENTRIES = 12_500


def whole(ribbon: Ribbon, cells: int, focus: int = 1, view: StripView = AS_FITS) -> tuple[Cell, ...]:
    return lay_out(Stretch(ribbon, 0, ribbon.end, (1,), focus), cells, view)


def drawn(cells: tuple[Cell, ...]) -> str:
    return "│".join(cell.text.ljust(cell.width) for cell in cells)


@pytest.fixture(scope="module")
def long_session(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A session of thousands of turns, its lines written at once."""
    tree = Tree(tmp_path_factory.mktemp("long") / "session.jsonl")
    words = ("user", "assistant", "toolResult", "assistant", "toolResult", "toolResult", "assistant")
    lines = []
    for number in range(1, ENTRIES + 1):
        parent = f'"e{number - 1}"' if number > 1 else "null"
        role = words[number % len(words)]
        content = f'[{{"type":"text","text":"{"word" * (number % 90)}"}}]'
        lines.append(
            f'{{"type":"message","id":"e{number}","parentId":{parent},"timestamp":{START + number},'
            f'"message":{{"role":"{role}","content":{content}}}}}'
        )
    tree.line("\n".join(lines))
    return tree


def test_a_turns_tools_are_one_cell_where_there_is_no_room(shop: Tree) -> None:
    ribbon = ribbon_of(project(shop.branch()))
    assert "│tool  │ass│tool│" in drawn(whole(ribbon, 62))
    assert drawn(whole(ribbon, 58)) == "hdr│·│sys│usr│ass│tool ×2    │ass│usr│ass│tool│ass│usr│ass"


def test_runs_are_one_cell(tree: Tree) -> None:
    tree.user("go")
    tree.assistant("a")
    for _ in range(12):
        tree.result("b")
    assert drawn(whole(ribbon_of(project(tree.branch())), 30)).startswith("hdr│usr│ass│tool ×12 ")


def test_cells_are_as_wide_as_their_tokens(tree: Tree) -> None:
    tree.user(100)
    tree.assistant(300)
    *_, user, assistant = whole(ribbon_of(project(tree.branch())), 100)
    assert assistant.width == pytest.approx(3 * user.width, abs=7)


def test_a_compaction_is_never_taken_into_a_cell_of_tools(tree: Tree) -> None:
    tree.user("go")
    for _ in range(30):
        tree.assistant("a")
        tree.result("b")
    tree.compaction("r20")
    for _ in range(30):
        tree.assistant("a")
        tree.result("b")
    cells = whole(ribbon_of(project(tree.branch())), 60)
    assert [cell.text for cell in cells] == ["hdr", "usr", "ass", "tool ×30", "cmp", "ass", "tool ×30"]


def test_thirty_entries_or_thirty_thousand_fit(long_session: Tree) -> None:
    ribbon = ribbon_of(project(long_session.branch()))
    for cells in (20, 40, 80, 140, 200):
        for focus in (1, 7, 6000, ENTRIES):
            for zoom in range(-5, 4):
                laid_out = whole(ribbon, cells, focus, StripView(zoom))
                assert len(drawn(laid_out)) <= cells
                assert laid_out[0].start == 0
                assert laid_out[-1].end == ENTRIES + 1
                assert all(left.end == right.start for left, right in pairwise(laid_out))


def test_the_picture_of_a_long_session(long_session: Tree) -> None:
    ribbon = ribbon_of(project(long_session.branch()))
    cells = lay_out(Stretch(ribbon, 0, ribbon.end, (1, 6000), 6000), 76)
    expected = """\
0   1       5992    5994    5998    6000        6005    6007        6012
hdr│⋯ 5 991│usr│ass│tool ×3│ass│usr┃ass│tool ×3│ass│usr│ass│tool ×3│⋯ 6 489
"""
    assert plain(strip_lines(cells, 76, cut=6000)) == expected


def test_numbers_never_run_into_each_other(long_session: Tree) -> None:
    ribbon = ribbon_of(project(long_session.branch()))
    numbers, _ = strip_lines(whole(ribbon, 80, 12_000), 80)
    assert all(part.isdigit() for part in plain([numbers]).split())


def test_a_cut_moves_in_less_than_a_frame(long_session: Tree) -> None:
    projection = project(long_session.branch())
    ribbon = ribbon_of(projection)
    session = long_session.session
    for cut in ("e21", "e6000", "e12490"):
        preparation = prepare_projected(projection, CompactionSettings(), cut_entry_id=cut)
        assert preparation is not None
        ahead = outlook(preparation)
        times: list[float] = []
        for _ in range(20):
            start = perf_counter()
            compaction_picture(session, preparation, ahead, ribbon, 120)
            times.append(perf_counter() - start)
        assert min(times) < 0.010


def test_what_is_folded_away_is_not_read(tmp_path: Path) -> None:
    tree = Tree(tmp_path / "session.jsonl")
    tree.user(4000)
    tree.assistant(4000)
    tree.user("kept")
    tree.compaction("u2")
    tree.user("more")
    projection = project(tree.branch())
    ribbon_of(projection)
    weighed = projection.path[0].source.memo[intrinsic_measure.__wrapped__]
    assert [entry.offset in weighed for entry in projection.path] == [False, False, True, True, True]
