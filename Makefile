# Every target builds .venv first when it is missing or older than what it is built from.
# All that must be there beforehand is Python 3.11 or newer and make.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
STAMP := .venv/built

.PHONY: demo test lint bench screenshots

demo: $(STAMP)
	$(BIN)/pitui demo

test: $(STAMP)
	$(BIN)/pytest -n 2

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(STAMP)
	$(BIN)/python -m bench

screenshots: $(STAMP)
	$(BIN)/python screenshots/take.py

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "pitui needs Python 3.11 or newer, and found none" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@
