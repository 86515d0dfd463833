"""`pitui inspect`: everything the core computes of a session, for comparing it with pi's own answers.

`options` reads the arguments, `views` shapes messages, `reading`, `compacting` and `switching` answer their
parts, `canned` stands in for a model, `report` puts it all together.
"""
