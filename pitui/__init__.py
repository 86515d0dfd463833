"""pitui: a full-screen browser for the session trees of the pi coding agent."""

__version__ = "0.1.0"
