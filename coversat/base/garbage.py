"""When Python looks for cycles of objects that nothing refers to any more."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

NEW_OBJECTS = 50_000
"""New objects before Python looks for cycles in a command or a call of the library, a few megabytes: most
puzzles have fewer."""


@contextmanager
def gc_paused(until: int | None = None) -> Iterator[None]:
    """Let Python look for cycles later: each look visits all that is kept.

    * until: so many new objects; without it, Python does not look at all inside.
    """
    before, *others = gc.get_threshold()
    if not before or (until is not None and until <= before):  # it looks as seldom already
        yield
        return
    gc.set_threshold(until or 0, *others)
    try:
        yield
    finally:
        gc.set_threshold(before, *others)
