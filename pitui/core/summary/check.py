"""A summary looked over before it is saved: are its sections there, do its file lists match the tool calls."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitui.core.summary.prompts import SECTIONS

_FILES = re.compile(r"<(read|modified)-files>\n(.*?)\n</\1-files>", re.DOTALL)


def check_summary(text: str, read_files: Sequence[str], modified_files: Sequence[str]) -> list[str]:
    """Sentences on what is missing or differs; none when the summary is as it should be."""
    remarks = [f"The section “{heading[3:]}” is missing." for heading in SECTIONS if heading not in text]
    listed = {kind: paths.split("\n") for kind, paths in _FILES.findall(text)}
    for kind, wanted, words in (("read", read_files, "read"), ("modified", modified_files, "changed")):
        found = set(listed.get(kind, ()))
        missing = [path for path in wanted if path not in found]
        extra = sorted(found - set(wanted))
        if missing:
            remarks.append(f"Files the tools {words} that the list leaves out: {_some(missing)}.")
        if extra:
            remarks.append(f"Files listed as {words} that no tool call names: {_some(extra)}.")
    return remarks


def _some(paths: Sequence[str]) -> str:
    shown = ", ".join(paths[:3])
    return shown if len(paths) <= 3 else f"{shown} and {len(paths) - 3} more"
