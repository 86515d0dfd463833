"""What JavaScript does that Python does not: session files are written and measured by it.

`text` counts UTF-16 units, trims and sorts; `numbers` prints doubles; `json` parses and prints;
`dates` reads timestamps.
"""
