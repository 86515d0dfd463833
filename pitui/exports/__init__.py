"""A session for other eyes: as Markdown to read, as HTML to look at, as JSONL that pi opens again.

`parts` tells what there is to show, entry by entry; `markdown` and `html` put it into words; `jsonl` copies
entries; `saving` writes any of them to a file.
"""
