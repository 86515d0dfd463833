"""Pictures as values: what is shown, in words and meanings, before anything is painted.

`picture` holds the vocabulary (a line is spans of text with a meaning), `sanitize` makes any text safe to
show, `numbers` gives figures one format. Everything else turns values of the core into lines.
"""
