"""Moving to another branch, decided before it is done.

`abandoned` finds what is left behind; `switch` is the move as a value; `branch_summary` sums the branch up.
"""
