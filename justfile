# The habits of this project; `just --list` shows them.

# tests, as the README says
test:
    .venv/bin/python -m pytest

# the long halves of sampled tests too
test-all:
    .venv/bin/python -m pytest -m "slow or not slow"

# break the code in small ways: what do the tests not notice?
mutants:
    .venv/bin/python tests/mutation.py

# style and types
lint:
    .venv/bin/ruff check
    .venv/bin/ruff format --check
    .venv/bin/mypy

# a development environment
setup:
    python3 -m venv .venv
    .venv/bin/pip install -e '.[dev]'

# what continuous integration does
ci:
    bash .ci/run
