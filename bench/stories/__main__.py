"""Write the sample sessions: `python -m bench.stories`."""

from __future__ import annotations

from pathlib import Path

from bench.stories import all_stories

SESSIONS = Path(__file__).parents[2] / "pitui" / "demo" / "sessions"

if __name__ == "__main__":
    SESSIONS.mkdir(exist_ok=True)
    for name, text in all_stories().items():
        (SESSIONS / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")
        print(f"{len(text.encode()):8} {name}")
