"""A summary that no model wrote: what can be told from a transcript by looking, in the structured format.

`excerpts` cuts and quotes, `observations` looks at the messages, `sections` reads and merges structured
summaries, `write` puts the outline together.
"""
