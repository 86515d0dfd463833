"""Compaction, decided before it is done.

`cut_point` finds where to cut; `preparation` is the decision as a value; `compact` asks for the summary and
gives the entry to append; `outlook` shows the context after it.
"""
