"""pi's two settings files: the agent's, and the project's where pi trusts the project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitui.core.settings import Layer, Origin, Settings
from pitui.pi_home.json_files import Problem, read_object
from pitui.pi_home.trust import Trust, decide, read_trust


@dataclass(frozen=True, slots=True)
class SettingsFiles:
    """The settings that apply, the files that could not be used, and what pi thinks of the project."""

    settings: Settings
    problems: tuple[Problem, ...] = ()
    trust: Trust | None = None
    """None where no project has settings of its own, so that trust decides nothing."""


def read_settings(agent_dir: Path, project: Path | None) -> SettingsFiles:
    """Read the settings for a project folder, or the agent's alone.

    Of a project that is not trusted pi still reads `sessionDir`, because it looks for sessions before it asks
    (pi: security); so do we.
    """
    agent = read_object(agent_dir / "settings.json")
    layers = [Layer(agent.values, Origin("agent", str(agent.path)))]
    problems = [agent.problem]
    own = read_object(project / ".pi" / "settings.json") if project is not None else None
    if own is None or not (own.values or own.problem):
        return SettingsFiles(Settings(tuple(layers)), _present(problems))
    decisions = read_trust(agent_dir)
    trust = decide(decisions, agent.values.get("defaultProjectTrust"), own.path.parent.parent)
    problems += [decisions.problem, own.problem if trust.trusted else None]
    values = own.values if trust.trusted else {key: own.values[key] for key in ("sessionDir",) if key in own.values}
    layers.append(Layer(values, Origin("project", str(own.path), remark=trust.reason)))
    return SettingsFiles(Settings(tuple(layers), "" if trust.trusted else trust.reason), _present(problems), trust)


def _present(problems: list[Problem | None]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem is not None)
