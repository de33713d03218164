"""Numbers with their units."""

from __future__ import annotations

from each import each

from coversat.base.wording import counted, of_memory


@each(
    ("number", "words"),
    [
        (0, "0 nodes"),
        (1, "1 node"),
        (1.0, "1 node"),
        (2, "2 nodes"),
        (0.5, "0.5 nodes"),
        (10**7, "10000000 nodes"),
    ],
)
def test_one_is_no_plural(number: float, words: str) -> None:
    assert counted(number, "node") == words


@each(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1025, "1025 bytes"),
        (1024, "1 KB"),
        (2**29, "512 MB"),
        (3 * 2**30, "3 GB"),
    ],
)
def test_memory_in_the_largest_unit_without_a_fraction(size: int, words: str) -> None:
    assert of_memory(size) == f"{words} of memory"
