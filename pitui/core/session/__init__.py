"""A session file as values: lines become entries, entries a session, a session a tree.

`content`, `messages` and `entries` are the vocabulary; `wire` turns a line into an entry and back;
`migration` lifts old versions in memory; `file` is the only opener of session files; `reader` builds a
`session`; `follow` keeps up with a file that grows; `append` writes one whole line, `writing` composes it
against the file as it is, `journal` keeps a run's entries coming; `tree` orders the entries; `search` finds
what was said, `tool_use` which tools and files were used, `fuzzy` what was typed loosely; `shelf` tells
sessions apart without reading them whole, `shelf_order` sorts and threads them, `shelf_query` and
`shelf_search` find one among many.
"""
