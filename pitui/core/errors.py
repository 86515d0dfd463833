"""Everything the core refuses, each with a title and one sentence a person can act on."""

from __future__ import annotations


class PituiError(Exception):
    """A refusal or failure a person should read: a short title and one sentence."""

    title = "That did not work"

    def __init__(self, sentence: str, *, title: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        if title is not None:
            self.title = title


class NotASessionError(PituiError):
    """The file has no session header, so nothing in it may be trusted or changed."""

    title = "Not a pi session"


class UnreadableError(PituiError):
    """The file could not be opened or read."""

    title = "Cannot read the file"


class StaleFileError(PituiError):
    """The file on disk is no longer the one that was read, so nothing was written."""

    title = "The file changed"


class WriteError(PituiError):
    """An append or a migration failed; the file is as it was before."""

    title = "Nothing was written"


class SettingsError(PituiError):
    """A setting that was asked for has a value pi would refuse; the sentence names its key."""

    title = "A setting is wrong"


class UnknownEntryError(PituiError):
    """An entry id that is not in this session."""

    title = "No such entry"


class NothingToDoError(PituiError):
    """A calm refusal: there is nothing to compact, or the leaf is already there."""

    title = "Nothing to do"


class SummaryError(PituiError):
    """The summary could not be made; nothing was written and the leaf has not moved."""

    title = "No summary"


class SummaryAbortedError(SummaryError):
    """The person stopped the summary; nothing was written."""

    title = "Summary stopped"


class BusyError(PituiError):
    """Something else is under way that must end first."""

    title = "Busy"
