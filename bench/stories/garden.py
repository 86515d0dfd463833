"""Small sessions in a second project: a short one, and an old one from before entries had ids."""

from __future__ import annotations

from typing import Any

from bench.stories.models import GPT, SONNET
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash
from pitui.core.javascript.json import stringify

CWD = "/home/dev/garden"
INSTRUCTIONS = """<project_instructions path="AGENTS.md">
Runs on a small computer in the shed: Python 3.11, standard library only. Valves are closed when in doubt.
</project_instructions>"""
SCHEDULE = '''"""When to water which bed: a plan from the soil's moisture and tomorrow's rain."""

from dataclasses import dataclass

DRY = 0.22
SOAKED = 0.40
LITRES_PER_MM = 1.0


@dataclass(frozen=True)
class Bed:
    name: str
    square_metres: float
    valve: int
    litres_per_minute: float


def minutes(bed: Bed, moisture: float, rain_mm: float) -> int:
    """Minutes of water for a bed; none when it is wet enough or the sky will see to it."""
    if moisture >= DRY:
        return 0
    wanted_mm = (SOAKED - moisture) * 100 - rain_mm
    litres = max(wanted_mm, 0) * bed.square_metres * LITRES_PER_MM
    return min(round(litres / bed.litres_per_minute), 45)
'''


def short() -> Pen:
    """Six entries; nothing to compact yet."""
    pen = Pen(CWD, "2026-11-29T17:03:11.204+00:00", GPT, "low")
    pen.begin(INSTRUCTIONS)
    pen.user("How long does bed 3 get tonight? 0.19 moisture, 4 mm of rain announced, 6 m², 9 l/min.", wait=12)
    pen.reply(
        "11 minutes: (0.40 - 0.19) x 100 = 21 mm wanted, minus 4 mm of rain is 17 mm, times 6 m² is 102 litres, at 9 l/min.",
    )
    pen.rename("Bed 3 tonight")
    return pen


def linear_v1() -> str:
    """A version 1 file: no ids, one line after the other, a compaction that points by position."""
    project = Workspace({"schedule.py": SCHEDULE})
    pen = Pen(CWD, "2025-11-02T08:15:00.000+00:00", SONNET, "off")
    pen.user("Water the beds by moisture instead of by the clock. Sensors are read in sensors.py.", wait=5)
    pen.turn(
        "I'll look at what is there.",
        bash(
            "ls && cat sensors.py",
            "README.md\nschedule.py\nsensors.py\nvalves.py\n"
            'def read(channel: int) -> float:\n    """Moisture from 0 to 1; -1 when the sensor does not answer."""\n',
        ),
    )
    pen.turn(
        "The plan goes into one pure function, so it can be tried without getting wet.",
        project.write("schedule.py", SCHEDULE),
    )
    pen.reply(
        "`schedule.minutes()` decides from moisture and rain, 45 minutes at most. A sensor that does not answer gives -1."
    )
    pen.user("-1 would flood the bed!", wait=30)
    pen.turn(
        "True: -1 is drier than dry. A silent sensor has to close the valve.",
        project.edit("schedule.py", ("    if moisture >= DRY:\n", "    if moisture >= DRY or moisture < 0:\n")),
        bash("python3 -c \"from schedule import *; print(minutes(Bed('3', 6, 3, 9), -1, 0))\"", "0\n"),
    )
    pen.reply("A silent sensor now means no water: `minutes(bed, -1, 0)` is 0.")
    pen.user("And log what was decided, one line a night.", wait=40)
    pen.turn(
        "",
        bash(
            "cat >> schedule.py < log_snippet.py && tail -4 schedule.py",
            'def line(bed: Bed, moisture: float, decided: int) -> str:\n    return f"{bed.name}\\t{moisture:.2f}\\t{decided} min"\n',
        ),
    )
    pen.reply("One tab-separated line a bed: name, moisture, minutes.")
    lines: list[dict[str, Any]] = [_without_ids(entry) for entry in pen.entries]
    folded = {
        "type": "compaction",
        "timestamp": lines[10]["timestamp"],
        "summary": "## Goal\nWater by moisture instead of by the clock.\n\n## Progress\n### Done\n- [x] `schedule.minutes()`, a pure "
        "function\n- [x] A silent sensor (-1) closes the valve\n\n## Next Steps\n1. Log what was decided",
        "firstKeptEntryIndex": 7,
        "tokensBefore": 2140,
    }
    lines.insert(11, folded)
    header = {key: value for key, value in pen.header.items() if key != "version"}
    header |= {"provider": SONNET.provider, "modelId": SONNET.name, "thinkingLevel": "off"}
    return "".join(stringify(line) + "\n" for line in (header, *lines))


def _without_ids(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry as version 1 had it."""
    message = {key: value for key, value in entry["message"].items() if key not in _LATER}
    return {"type": "message", "timestamp": entry["timestamp"], "message": message}


_LATER = ("responseId", "rawStopReason", "durationMs", "thinkingLevel")
