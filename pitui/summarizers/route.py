"""The way to one model: what litellm calls it, where it lives, and with whose key."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pitui.core.errors import PituiError


class RouteError(PituiError):
    """Why a model cannot be asked, and what a person can do about it."""

    title = "This model cannot be asked"


@dataclass(frozen=True, slots=True)
class Key:
    """A key that never shows itself, with the place it was found in."""

    value: str = field(repr=False)
    source: str
    """As a person reads it: `ANTHROPIC_API_KEY`, `auth.json`."""


@dataclass(frozen=True, slots=True)
class Route:
    """One model as it will be asked."""

    label: str
    """As pi names it: `anthropic/claude-sonnet-4-5`."""
    model: str
    """As litellm names it."""
    host: str | None
    """The host the text goes to; None when it stays on this machine."""
    api_base: str | None = None
    key: Key | None = None
    """None where the server asks for none, or where the cloud's own credentials are used."""
    credential: str = ""
    """Where the credentials come from when they are no key: `AWS_PROFILE`, `none needed`."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    own: bool = False
    """A server of the person's own, named in models.json."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What the provider wants besides: region, project, API version."""


def host_of(url: str) -> str | None:
    """The host a URL points to, or None when it is this machine."""
    host = urlsplit(url).hostname
    return None if host is None or _is_this_machine(host) else host


def _is_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
