"""Those who write summaries: an outline that needs no model, and real models asked in a helper process.

`choose` picks one. Without a model: `offline` over `outline/`. With one: `auth` finds the key, `providers` and
`clouds` the `route`, and `litellm_model` turns requests into `calls` that `model_worker` sends over a `pipe`. At
the other end `worker`, in an `environment` of its own, asks (`completion`), counts (`counting`), says what went
wrong (`failures`) and keeps keys to itself (`scrubbing`).
"""
