"""Where keys come from: pi's `auth.json`, a provider's entry in `models.json`, then the environment.

The order is pi's. Sign-ins (`oauth`) and keys that a command prints are explained, never used: the first
belong to pi alone, and nothing is run here without being asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pitui.core.catalog import Model
from pitui.core.javascript.json import JsonObject
from pitui.pi_home.json_files import read_object
from pitui.summarizers.route import Key, RouteError

_REFERENCE = re.compile(r"\$(?:([$!])|\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))")


def never(command: str) -> str | None:
    """Runs no command at all."""
    return None


@dataclass(frozen=True, slots=True)
class Credentials:
    """What pi has stored and what the environment holds; neither shows in a repr."""

    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    stored: JsonObject = field(default_factory=dict, repr=False)
    """The object in `auth.json`: an entry for each provider."""
    printed: Callable[[str], str | None] = field(default=never, repr=False)
    """What a command prints that a person agreed to run; None for any other."""

    def environment(self, provider: str) -> Mapping[str, str]:
        """The environment as one provider sees it: its stored `env` object goes before the process's own."""
        own = self._entry(provider).get("env")
        if not isinstance(own, dict):
            return self.environ
        return {**self.environ, **{name: value for name, value in own.items() if isinstance(value, str)}}

    def find(self, provider: str, variables: Sequence[str], configured: str | None = None) -> Key:
        """The key for a provider; raises RouteError with everything that stood in the way."""
        environ = self.environment(provider)
        obstacles: list[str] = []
        for text, source in self._candidates(provider, variables, configured, environ, obstacles):
            if text.startswith("!"):
                key = self.printed(text[1:])
                if key is not None:
                    return Key(key, f"a command in {source}")
                obstacles.append(f"its key in {source} is printed by a command, which pitui does not run unasked")
                continue
            value, missing = resolve(text, environ) if source.endswith(".json") else (text, ())
            if missing:
                obstacles.append(f"its key in {source} names {', '.join(missing)}, which is not set")
            elif value:
                return Key(value, source)
        raise RouteError(_no_key(provider, variables, obstacles))

    def headers(self, model: Model) -> dict[str, str]:
        """A model's own request headers, filled in; raises RouteError for one that cannot be."""
        environ = self.environment(model.provider)
        filled: dict[str, str] = {}
        for name, text in model.headers.items():
            if text.startswith("!"):
                value = self.printed(text[1:])
                if value is None:
                    told = (
                        f"The header {name} of {model.key} is printed by a command, which pitui does not run unasked."
                    )
                    raise RouteError(told)
                filled[name] = value
                continue
            filled[name], missing = resolve(text, environ)
            if missing:
                raise RouteError(f"The header {name} of {model.key} names {', '.join(missing)}, which is not set.")
        return filled

    def _candidates(
        self,
        provider: str,
        variables: Sequence[str],
        configured: str | None,
        environ: Mapping[str, str],
        obstacles: list[str],
    ) -> Iterator[tuple[str, str]]:
        entry = self._entry(provider)
        key = entry.get("key")
        if entry.get("type") == "oauth":
            obstacles.append("pi is signed in to it with an account, and that sign-in is pi's alone")
        elif entry.get("type") == "api_key" and isinstance(key, str):
            yield key, "auth.json"
        if configured is not None:
            yield configured, "models.json"
        for name in variables:
            if environ.get(name):
                yield environ[name], name

    def _entry(self, provider: str) -> JsonObject:
        entry = self.stored.get(provider)
        return entry if isinstance(entry, dict) else {}


def load_credentials(
    agent_dir: Path, environ: Mapping[str, str], printed: Callable[[str], str | None] = never
) -> Credentials:
    """The environment and pi's stored keys; raises RouteError when `auth.json` is there but cannot be used."""
    file = read_object(agent_dir / "auth.json")
    if file.problem is not None:
        raise RouteError(str(file.problem))
    return Credentials(environ, file.values, printed)


def resolve(text: str, environ: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """A stored text with `$NAME` and `${NAME}` filled in and `$$`, `$!` undone, and the names that are not set."""
    missing: list[str] = []

    def fill(match: re.Match[str]) -> str:
        escaped, braced, plain = match.groups()
        if escaped:
            return str(escaped)
        name = braced or plain
        if not environ.get(name):
            missing.append(name)
        return environ.get(name, "")

    return _REFERENCE.sub(fill, text), tuple(missing)


def _no_key(provider: str, variables: Sequence[str], obstacles: Sequence[str]) -> str:
    advice = f"set {variables[0]}" if variables else "give it an apiKey in models.json"
    why = f"; {'; '.join(obstacles)}" if obstacles else ""
    return f"No key for {provider} was found{why}: {advice}, or store an API key with /login in pi."
