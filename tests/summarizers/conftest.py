"""One loopback provider and one helper process for all tests here: importing litellm takes seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from pitui.summarizers.model_worker import ModelWorker
from tests.summarizers.loopback import Loopback

SOMEBODY_ELSES_KEY = "sk-somebody-elses-0123"
"""In the environment the helper process is started from; no request may carry it."""


@pytest.fixture(scope="session")
def loopback() -> Iterator[Loopback]:
    with Loopback().running() as running:
        yield running


@pytest.fixture(scope="session")
def worker_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("worker") / "log" / "worker.log"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def worker(worker_log: Path) -> AsyncIterator[ModelWorker]:
    worker = ModelWorker(log=worker_log)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", SOMEBODY_ELSES_KEY)
        patch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
        await worker.count(["started, with litellm still unloaded"], "cl100k_base")
    yield worker
    await worker.close()
