"""What the model sees from a leaf, and what it weighs.

`projection` turns a path into messages with their sources, `once` keeps what was found out about one;
`system_state` replays the system messages; `llm` gives the exact messages a model gets; `tokens` estimates;
`usage` reads what providers reported; `budget` sets all of it against the model's window; `history` tells how it
grew along the path; `fate` what becomes of each entry, `orphans` which results have lost their call; `stats` and
`tally` add up what was said and spent.
"""
