# The habits of this project; `just --list` shows them.

# tests, as the README says
test:
    .venv/bin/python -m pytest

# all tests, with every instance: what continuous integration runs
test-all:
    .venv/bin/python -m pytest -m "not slow and not web"

# the long halves of sampled tests: hours
test-slow:
    .venv/bin/python -m pytest -m slow

# break the code in small ways: what do the tests not notice?
mutants:
    .venv/bin/python tests/mutation.py

# the page, into a folder that any web server serves: needs npm and the extra 'page'
page out="build/page":
    .venv/bin/python web/build.py {{out}}

# the page in a real browser: needs Chromium and the extra 'web'
page-test:
    .venv/bin/python -m pytest -m web -n 0

# which lines do the default tests run? (those of worker processes are not counted)
coverage:
    .venv/bin/python -m pytest --cov --cov-report=term:skip-covered --cov-report=html:build/coverage

# style, spelling and types
lint:
    .venv/bin/ruff check
    .venv/bin/ruff format --check
    .venv/bin/codespell
    .venv/bin/mypy

# a development environment
setup:
    python3 -m venv .venv
    .venv/bin/pip install -e '.[dev]'

# what continuous integration does
ci:
    bash .ci/run

# both wheels, audited, and run in bare environments
wheels:
    .ci/wheels

# the manual, as a site in build/manual (needs the extra 'docs')
manual:
    .venv/bin/python -m mkdocs build --strict
