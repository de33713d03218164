"""How often Python looks for cycles."""

from __future__ import annotations

import gc

from each import each

from coversat.base.memory import gc_paused


@each(
    "before, until, inside",
    [
        (700, None, 0),
        (700, 50_000, 50_000),
        (60_000, 50_000, 60_000),  # it looks more seldom already
        (0, 50_000, 0),
        (0, None, 0),
    ],
)
def test_the_garbage_collector_is_paused_inside_only(before: int, until: int | None, inside: int) -> None:
    usual = gc.get_threshold()
    try:
        gc.set_threshold(before)
        with gc_paused(until):
            assert gc.get_threshold()[0] == inside
            with gc_paused():
                assert gc.get_threshold()[0] == 0
            assert gc.get_threshold()[0] == inside
        assert gc.get_threshold()[0] == before
    finally:
        gc.set_threshold(*usual)
