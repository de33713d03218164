"""Problems of few numbers, by every choice of values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from coversat.problems import problem_class

from .graphs import of_kind


def drawn_numbers(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.randint(1, 9) for _ in range(chance.randint(1, 6)))


def _kinds() -> Iterator[tuple[str, SimpleNamespace]]:
    subset: Any = problem_class("subsetsum")
    yield (
        "subsetsum",
        of_kind(
            "subsetsum",
            ("no answer", subset((2, 4, 6), 5)),
            ("nothing", subset((3, 4), 0)),
            ("more than all", subset((3, 4), 8)),
            ("several", subset((3, 3, 1, 2, 9), 6)),
            drawn=lambda chance: subset(drawn_numbers(chance), chance.randint(0, 20)),
        ),
    )
    partition: Any = problem_class("partition")
    yield (
        "partition",
        of_kind(
            "partition",
            ("odd", partition((2, 3))),
            ("no answer", partition((1, 1, 4))),
            ("several", partition((3, 1, 1, 2, 2, 1))),
            ("equal numbers", partition((2, 2))),
            drawn=lambda chance: partition(drawn_numbers(chance)),
            COUNTS=(0, 2),
        ),
    )


OF_KIND = dict(_kinds())
