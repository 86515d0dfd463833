"""The full screens: each composes widgets, hears messages, and asks the core."""
