"""Measuring pitui, and making what it is shown with.

`python -m bench` measures: `made_up` writes sessions from `filler`, `work` and `pi.mjs` do the same tasks on them,
`race` lets the two take turns, `table` prints who was how fast. `stories` are the sample sessions.
"""
