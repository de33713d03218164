"""The hash by which the benchmark database of the SAT community identifies a formula.

GBD (benchmark-database.de) takes the MD5 of the clauses, in their order: literals and the final zeros with
single spaces between, without comments and header. So a file keeps its hash when comments are added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

from ..base.errors import ArgumentError


class GbdHash:
    """The hash of a formula whose DIMACS text is met piece by piece."""

    def __init__(self) -> None:
        import hashlib  # only what is exported in a set pays for it

        self._digest, self._begun = hashlib.md5(usedforsecurity=False), False

    def update(self, clauses: bytes) -> None:
        """Add whole lines of clauses as `dimacs_lines` writes them."""
        if clauses:
            self._digest.update(b" " * self._begun + clauses[:-1].replace(b"\n", b" "))
            self._begun = True

    def copy(self) -> Self:
        other = type(self)()
        other._digest, other._begun = self._digest.copy(), self._begun
        return other

    def watching(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The same lines of a text, whose clauses are added when they are met."""
        for line in lines:
            if line[:1] not in b"cp":
                self.update(line)
            yield line

    def hex(self) -> str:
        return self._digest.hexdigest()


def gbd_facts(file: str | None = None, literals: int = 0) -> dict[str, str | float | None]:
    """The isohash and the base features of a formula, as the package gbdc finds them; nothing without a file.

    A formula without literals has no features: gbdc crashes. Raise `ArgumentError` if the package is missing.
    """
    try:
        import gbdc
    except ImportError:
        raise ArgumentError("features need the package 'gbdc' (extra 'gbd'): pip install gbdc") from None
    if file is None:
        return {}
    features = gbdc.extract_base_features(file) if literals else dict.fromkeys(gbdc.base_feature_names())
    return {"isohash": gbdc.isohash(file)} | {f"gbd_{name}": value for name, value in features.items()}
