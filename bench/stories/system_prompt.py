"""What the agent is told before the first word: a system message in pi's form, in our own words."""

from __future__ import annotations

from typing import Any

PREAMBLE = (
    "You are a coding agent at work in a terminal. You read a project, run commands in it and change its files, "
    "and you tell the user what you did and what you found."
)
TOOLS = """<tools>
- read: show a file, or part of it
- bash: run a command in the project folder
- edit: replace exact pieces of a file
- write: create a file, or replace it as a whole
</tools>"""
RULES = """<rules>
- Look before you change: read the file you are about to edit.
- Prefer rg and git ls-files to walking folders by hand.
- An edit's old text must stand in the file exactly once. Put neighbouring changes into one edit.
- Use write for new files only, or when most of a file changes.
- Run the tests that cover a change, and say so when you did not.
- Never print secrets, and never commit unless the user asks for it.
- Keep answers short. Name files by their path.
</rules>"""
PROJECT = """<project_instructions path="AGENTS.md">
# Working on this project

- No SQL outside `src/db`. A query takes a `Queryable`, so that its caller decides about the transaction.
- Every path that logs somebody in goes through `rotateSession`.
- Texts a customer sees are in `locales/`; errors are `PublicError`s.
- Migrations are numbered and never edited once they are on main.
- A new dependency needs a reason. Say what it would replace and what it brings along.
- Tests run against the Postgres on port 5433: `docker compose up -d postgres-test`.
</project_instructions>"""


def _parameter(kind: str, text: str) -> dict[str, str]:
    return {"type": kind, "description": text}


def _tool(name: str, text: str, required: list[str], properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "description": text,
        "parameters": {"type": "object", "required": required, "properties": properties},
        "constrainedSampling": {"type": "json_schema", "strict": "prefer"},
    }


_CHANGE = {
    "type": "object",
    "required": ["oldText", "newText"],
    "properties": {
        "oldText": _parameter("string", "The text to replace, exactly as it stands, unique in the file"),
        "newText": _parameter("string", "The text to put in its place"),
    },
}
TOOL_LIST: list[dict[str, Any]] = [
    _tool(
        "read",
        "Show a file of the project. Long files are cut at 2000 lines or 50 KB; ask for the rest by offset. "
        "Pictures are shown as pictures.",
        ["path"],
        {
            "path": _parameter("string", "The file, relative to the project folder or absolute"),
            "offset": _parameter("number", "First line to show, counted from 1"),
            "limit": _parameter("number", "How many lines to show"),
        },
    ),
    _tool(
        "bash",
        "Run a shell command in the project folder and show what it prints. Long output keeps its end; the whole "
        "of it is saved to a file whose path is shown.",
        ["command"],
        {
            "command": _parameter("string", "The command"),
            "timeout": _parameter("number", "Seconds after which it is stopped; none by default"),
        },
    ),
    _tool(
        "edit",
        "Change pieces of one file. Each old text is looked for in the file as it was before the call, must be "
        "found exactly once, and must not overlap another.",
        ["path", "edits"],
        {
            "path": _parameter("string", "The file to change"),
            "edits": {"type": "array", "items": _CHANGE, "description": "The changes, all made or none"},
        },
    ),
    _tool(
        "write",
        "Create a file with the given content, or replace the one that is there. Missing folders are made.",
        ["path", "content"],
        {
            "path": _parameter("string", "The file to write"),
            "content": _parameter("string", "Its whole content"),
        },
    ),
]


def system_message(cwd: str, project: str = PROJECT) -> dict[str, Any]:
    """The system message of a session in a folder, as the file holds it but for its time."""
    return {
        "role": "system",
        "content": "",
        "sections": {
            "preamble": PREAMBLE,
            "tools": TOOLS,
            "rules": RULES,
            "project_context": project,
            "cwd": f"<cwd>\n{cwd}\n</cwd>",
        },
        "toolsAdded": TOOL_LIST,
    }
