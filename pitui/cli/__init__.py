"""The command line: whatever the screen shows, a command can print.

`commands` lists them and finds the one asked for; each is a module with `configure` and `run`. `start` holds
the options they share, `find` turns words into files and entries, `output` prints, `asking` gets summaries.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

DONE, FAILED, WRONG_USAGE = 0, 1, 2
"""Exit codes: done; refused or failed, with a sentence on stderr; not understood."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the words ask for and give back its exit code."""
    from pitui.cli import commands, output
    from pitui.cli.arguments import WrongUsageError
    from pitui.core.errors import PituiError

    output.use_any_encoding()
    try:
        command, words = commands.find(sys.argv[1:] if argv is None else argv)
        code = int(command.load().run(command.parser().parse_intermixed_args(words)))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        output.leave_quietly()
        return DONE
    except PituiError as error:
        output.note(f"pitui: {error.sentence}")
        return WRONG_USAGE if isinstance(error, WrongUsageError) else FAILED
    except OSError as error:
        output.leave_quietly()
        output.note(f"pitui: {error.filename or 'standard output'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        output.note("pitui: stopped.")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else DONE
    return FAILED
