"""What a person says while a run is under way: some of it to steer the run, some for when it would end."""

from __future__ import annotations

from collections import deque

from pitui.core.agent.events import QueueUpdate


class Queues:
    """Two lines of texts, each delivered one a turn."""

    def __init__(self) -> None:
        self.steering: deque[str] = deque()
        """Goes to the model with the next turn."""
        self.follow_up: deque[str] = deque()
        """Goes to the model when it has nothing left to do."""

    def __bool__(self) -> bool:
        return bool(self.steering or self.follow_up)

    def next(self, *, is_done: bool) -> deque[str]:
        """The line the next text comes from; the steering one, empty, when nothing is due."""
        return self.follow_up if is_done and not self.steering else self.steering

    def update(self) -> QueueUpdate:
        """What waits now, to be told."""
        return QueueUpdate(tuple(self.steering), tuple(self.follow_up))
