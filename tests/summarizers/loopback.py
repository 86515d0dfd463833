"""A provider on the loopback interface that speaks the OpenAI streaming protocol, good and bad manners alike.

A test scripts the replies it wants in order and reads back what was received; no byte leaves the machine.
"""

from __future__ import annotations

import json
import select
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


@dataclass(frozen=True)
class Received:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    """By lower-case name."""
    body: dict[str, Any]


class Reply(Protocol):
    """What the provider does with one request."""

    def answer(self, line: Line) -> None: ...


@dataclass
class Line:
    """The open connection of one request, with the few things a reply does to it."""

    handler: BaseHTTPRequestHandler
    closing: threading.Event

    def begin_stream(self) -> None:
        self.handler.send_response(200)
        self.handler.send_header("content-type", "text/event-stream")
        self.handler.send_header("transfer-encoding", "chunked")
        self.handler.send_header("connection", "close")
        self.handler.end_headers()

    def event(self, data: str) -> None:
        raw = f"data: {data}\n\n".encode()
        self.handler.wfile.write(f"{len(raw):x}\r\n".encode() + raw + b"\r\n")

    def delta(self, text: str | None, finish: str | None = None) -> None:
        delta = {} if text is None else {"role": "assistant", "content": text}
        self.choices([{"index": 0, "delta": delta, "finish_reason": finish}])

    def choices(self, choices: list[dict[str, Any]], usage: dict[str, Any] | None = None) -> None:
        chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}
        self.event(json.dumps(chunk if usage is None else {**chunk, "usage": usage}))

    def end_stream(self) -> None:
        self.event("[DONE]")
        self.end_chunks()

    def end_chunks(self) -> None:
        self.handler.wfile.write(b"0\r\n\r\n")

    def wait_for_hang_up(self) -> bool:
        """Whether the client closes the connection before the server does."""
        while not self.closing.is_set():
            if select.select([self.handler.connection], [], [], 0.02)[0]:
                peeked: bytes = self.handler.connection.recv(1, socket.MSG_PEEK)
                return peeked == b""
        return False


@dataclass(frozen=True)
class Streamed:
    """A whole answer in pieces."""

    pieces: tuple[str, ...]
    finish: str | None = "stop"
    usage: dict[str, Any] | None = field(default_factory=lambda: dict(USAGE))

    def answer(self, line: Line) -> None:
        line.begin_stream()
        for piece in self.pieces:
            line.delta(piece)
        if self.finish is not None:
            line.delta(None, self.finish)
        if self.usage is not None:
            line.choices([], self.usage)
        line.end_stream()


@dataclass(frozen=True)
class Dropped:
    """The beginning of an answer, then a broken connection."""

    pieces: tuple[str, ...]

    def answer(self, line: Line) -> None:
        line.begin_stream()
        for piece in self.pieces:
            line.delta(piece)


@dataclass(frozen=True)
class Refused:
    """An HTTP error with an OpenAI-shaped body; `{key}` in the message is the key that was sent."""

    status: int
    message: str
    code: str | None = None

    def answer(self, line: Line) -> None:
        sent = line.handler.headers.get("authorization", "").removeprefix("Bearer ")
        error = {"message": self.message.replace("{key}", sent), "type": "error", "code": self.code, "param": None}
        raw = json.dumps({"error": error}).encode()
        line.handler.send_response(self.status)
        line.handler.send_header("content-type", "application/json")
        line.handler.send_header("content-length", str(len(raw)))
        line.handler.send_header("connection", "close")
        line.handler.end_headers()
        line.handler.wfile.write(raw)


@dataclass(frozen=True)
class Stalled:
    """An answer that begins, or never does, and then stays silent until the client hangs up."""

    pieces: tuple[str, ...] = ()
    hung_up: threading.Event = field(default_factory=threading.Event)

    def answer(self, line: Line) -> None:
        if self.pieces:
            line.begin_stream()
            for piece in self.pieces:
                line.delta(piece)
        if line.wait_for_hang_up():
            self.hung_up.set()


class Loopback:
    """The running provider: what it will say, and what it has heard."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self._script: deque[Reply] = deque()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def script(self, *replies: Reply) -> None:
        """Say these, one a request, and forget what was heard before."""
        self.received.clear()
        self._script = deque(replies)

    @contextmanager
    def running(self) -> Iterator[Loopback]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._closing.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        loopback = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                loopback.received.append(Received(self.path, headers, body))
                reply = loopback._script.popleft() if loopback._script else Refused(500, "nothing scripted")
                try:
                    reply.answer(Line(self, loopback._closing))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def log_message(self, *_: object) -> None:
                """Stay quiet: the test reads `received` instead."""

        return Handler
