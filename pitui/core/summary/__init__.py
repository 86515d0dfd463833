"""Making summaries: what is asked, of whom, and how the answer is judged.

`transcript` tells a conversation as text; `file_ledger` tracks files; `prompts` holds the words;
`request` puts them together; `summarizer` is the protocol; `ask` sends, retries and judges; `generate` is all of
it in one call.
"""
