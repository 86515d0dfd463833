"""Replies of the loopback provider in other protocols than OpenAI's chat completions."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import Any, Final

from tests.summarizers.loopback import Line

ANTHROPIC_USAGE: Final = {
    "input_tokens": 50,
    "cache_read_input_tokens": 900,
    "cache_creation_input_tokens": 30,
    "output_tokens": 1,
}
RESPONSES_USAGE: Final = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 40},
    "output_tokens": 20,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 120,
}


@dataclass(frozen=True)
class Anthropic:
    """An answer in Anthropic's protocol, with a thought before the text; it may stall before its end."""

    pieces: tuple[str, ...]
    stalls: bool = False
    hung_up: threading.Event = field(default_factory=threading.Event)

    def answer(self, line: Line) -> None:
        line.begin_stream()
        message = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "m"}
        _say(line, "message_start", message={**message, "usage": ANTHROPIC_USAGE})
        self._block(line, 0, {"type": "thinking", "thinking": "", "signature": ""}, {"thinking": "Hm."})
        for piece in self.pieces:
            self._block(line, 1, {"type": "text", "text": ""}, {"text": piece})
        if self.stalls and line.wait_for_hang_up():
            self.hung_up.set()
            return
        _say(line, "message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 25})
        _say(line, "message_stop")
        line.end_chunks()

    @staticmethod
    def _block(line: Line, index: int, block: dict[str, str], delta: dict[str, str]) -> None:
        _say(line, "content_block_start", index=index, content_block=block)
        _say(line, "content_block_delta", index=index, delta={"type": f"{block['type']}_delta", **delta})
        _say(line, "content_block_stop", index=index)


@dataclass(frozen=True)
class Responses:
    """An answer over OpenAI's Responses API; it may stall before its end."""

    pieces: tuple[str, ...]
    stalls: bool = False
    hung_up: threading.Event = field(default_factory=threading.Event)

    def answer(self, line: Line) -> None:
        line.begin_stream()
        response = {"id": "r", "object": "response", "created_at": 1, "model": "m", "tools": [], "tool_choice": "auto"}
        begun = {**response, "parallel_tool_calls": True, "status": "in_progress", "output": []}
        item = {"type": "message", "id": "i", "role": "assistant"}
        _say(line, "response.created", response=begun, sequence_number=0)
        _say(line, "response.output_item.added", output_index=0, item={**item, "content": [], "status": "in_progress"})
        for piece in self.pieces:
            _say(line, "response.output_text.delta", item_id="i", output_index=0, content_index=0, delta=piece)
        if self.stalls and line.wait_for_hang_up():
            self.hung_up.set()
            return
        text = {"type": "output_text", "text": "".join(self.pieces), "annotations": []}
        output = [{**item, "status": "completed", "content": [text]}]
        _say(
            line,
            "response.completed",
            response={**begun, "status": "completed", "output": output, "usage": RESPONSES_USAGE},
        )
        line.end_stream()


def _say(line: Line, kind: str, **fields: Any) -> None:
    line.event(json.dumps({"type": kind, **fields}))
