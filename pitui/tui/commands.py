"""The command palette: every key that works where one is, by what it does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import NamedTuple

from textual.app import App
from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from pitui.tui.keys import KEYS, Key, spelled


class Act(NamedTuple):
    """A key that works, and what it is bound to."""

    key: Key
    active: ActiveBinding


class KeyCommands(Provider):
    """Finds acts by their word or their sentence."""

    async def discover(self) -> Hits:
        for act in self._acts():
            yield DiscoveryHit(_shown(act), self._run(act), act.key.word, act.key.sentence)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for act in self._acts():
            score = max(matcher.match(act.key.word), matcher.match(act.key.sentence))
            if score > 0:
                yield Hit(score, _shown(act), self._run(act), act.key.word, act.key.sentence)

    def _acts(self) -> Iterator[Act]:
        """The keys of the list that work on the screen the palette was opened from, acts before moves."""
        active: dict[str | None, ActiveBinding] = {}
        for found in self.screen.active_bindings.values():
            if found.enabled:
                active.setdefault(found.binding.id, found)
        # What moves the cursor is quicker done by its key; the acts come first.
        keys = sorted(KEYS, key=lambda key: key.scope == "list")
        return (Act(key, active[key.id]) for key in keys if key.id in active)

    def _run(self, act: Act) -> Callable[[], Coroutine[object, object, bool]]:
        return partial(App.run_action, self.app, act.active.binding.action, act.active.node)


def _shown(act: Act) -> Content:
    return Content.assemble(act.key.word, "  ", (spelled(act.active.binding.key), "$text-muted"))
