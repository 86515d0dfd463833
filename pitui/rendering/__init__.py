"""Pictures as values: what is shown, in words and meanings, before anything is painted.

`picture` holds the vocabulary (a line is spans of text with a meaning), `sanitize` makes any text safe to
show, `numbers` gives figures one format, `wrap` and `prose` turn long text into lines. Everything else turns
values of the core into lines:

- the tree: `tree_rows`, `tree_line`, `entry_line`; the shelf: `shelf_line`
- the budget: `budget_meter` with its `budget_bar` and `context_chart`
- a compaction: `compaction_picture` over a `ribbon` laid out by `strip`, `model_strip`, `savings_bars`, `cut_list`
- a switch: `branch_picture` (drawn by `twig`) and `switch_facts`
- pages: `entry_page`, `context_page` over `context_rows`, `stats_page`, `request_page`, `damage_page`, `diff`
"""
