"""Tokens counted with litellm's vocabularies: right, without litellm, and never by way of a network."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pitui.config import ENCODINGS
from pitui.core.summary.summarizer import SummarizerError
from pitui.summarizers import counting
from pitui.summarizers.counting import VocabularyError, count
from pitui.summarizers.model_worker import ModelWorker


def test_known_texts_have_their_known_counts() -> None:
    assert count(["hello world", "", "tiktoken is great!"], "cl100k_base") == [2, 0, 6]
    assert count(["hello world"], "o200k_base") == [2]


def test_every_encoding_that_can_be_chosen_is_at_hand() -> None:
    assert set(counting.VOCABULARIES) == set(ENCODINGS)
    assert [count(["hello world"], encoding) for encoding in ENCODINGS] == [[2]] * len(ENCODINGS)


def test_texts_no_encoder_likes_are_counted_all_the_same() -> None:
    counts = count(["<|endoftext|>", "half \ud83d pair"], "cl100k_base")
    assert all(number > 1 for number in counts)


@pytest.mark.parametrize("folder", [None, Path("/nonexistent")])
def test_a_missing_vocabulary_is_said_and_not_fetched(monkeypatch: pytest.MonkeyPatch, folder: Path | None) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was tried")

    monkeypatch.setattr(counting, "shipped_folder", lambda: folder)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    with pytest.raises(VocabularyError, match="cl100k_base"):
        count(["a"], "cl100k_base")


def test_an_unknown_encoding_names_the_known_ones() -> None:
    with pytest.raises(VocabularyError, match="cl100k_base and o200k_base"):
        count(["a"], "morse")


def test_counting_loads_no_litellm() -> None:
    code = (
        "import sys; from pitui.summarizers.counting import count;"
        "count(['a'], 'cl100k_base'); print('litellm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.asyncio(loop_scope="session")
async def test_the_helper_process_counts(worker: ModelWorker) -> None:
    texts = ["hello world", "☃ \ud83d", "word " * 50_000]
    assert await worker.count(texts, "cl100k_base") == count(texts, "cl100k_base")
    with pytest.raises(SummarizerError, match="no encoding morse") as caught:
        await worker.count(texts, "morse")
    assert caught.value.kind == "unavailable"


@pytest.mark.asyncio(loop_scope="session")
async def test_the_helper_process_starts_when_asked_and_ends_when_told() -> None:
    worker = ModelWorker()
    assert worker.pid is None
    await worker.count(["a"], "cl100k_base")
    assert worker.pid is not None
    await worker.close()
    assert worker.pid is None
    assert await worker.count(["a"], "cl100k_base") == [1]
    await worker.close()
