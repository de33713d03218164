"""Clauses and inputs as `judge` is given them: of coversat, PySAT, Pindakaas or CPMpy, or lists of numbers.

None of the other libraries is imported: the class of the inputs says whose they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..base.errors import ArgumentError
from ..base.wording import counted
from ..problems.cnf.rules import Clause
from ..reductions.encoded import Encoded, literals_of


class Given(NamedTuple):
    """Clauses, as they were given.

    * clauses: literals are numbers; each occurs once in a clause.
    * inputs: a literal for each.
    * labels: what the inputs are called: their numbers, or their names in another library.
    * auxiliary: all other variables, in order.
    """

    clauses: tuple[Clause, ...]
    inputs: tuple[int, ...]
    labels: tuple[int | str, ...]
    auxiliary: tuple[int, ...]


def given_clauses(found: Any, inputs: Any) -> Given:
    """Read them. Raise `ArgumentError` for what is no clause and no input."""
    given = getattr(inputs, "flat", inputs)  # of an array
    given = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else given
    first = given[0] if isinstance(given, list) and given else given
    library = type(first).__module__.partition(".")[0]
    clauses, literals, labels = _READERS.get(library, _of_numbers)(found, given)
    if len(set(map(abs, literals))) < len(literals):
        twice = next(at for at, x in enumerate(literals) if abs(x) in map(abs, literals[:at]))
        raise ArgumentError(f"input {labels[twice]} occurs twice")
    known = set(map(abs, literals))
    others = dict.fromkeys(abs(x) for clause in clauses for x in clause if abs(x) not in known)
    if isinstance(found, Encoded):
        stray = next((one for one in others if one not in found.auxiliary), None)
        if stray is not None:
            raise ArgumentError(
                f"variable {stray} of the clauses is neither an input nor an auxiliary variable"
            )
        others |= dict.fromkeys(found.auxiliary)
    return Given(clauses, literals, labels, tuple(sorted(others)))


_Read = tuple[tuple[Clause, ...], tuple[int, ...], tuple[int | str, ...]]


def _of_numbers(found: Any, inputs: Any) -> _Read:
    """Coversat's and PySAT's formulas have `clauses`; so may any other object."""
    if number := len(getattr(found, "atmosts", None) or ()):
        raise ArgumentError(f"{counted(number, 'constraint')} of the formula ('atmosts') are no clauses")
    clauses = found.unnumbered if isinstance(found, Encoded) else getattr(found, "clauses", found)
    if not isinstance(clauses, Iterable) or isinstance(clauses, (str, bytes)):
        raise ArgumentError(f"clauses are a sequence of clauses, not {clauses!r:.40}")
    literals = tuple(literals_of(inputs))
    return tuple(_numbered(clauses)), literals, literals


def _numbered(clauses: Iterable[Any]) -> Iterator[Clause]:
    for number, clause in enumerate(clauses, 1):
        try:
            yield tuple(dict.fromkeys(literals_of(clause)))
        except ArgumentError as error:
            raise ArgumentError(f"clause {number}: {error}") from None


def _of_pindakaas(found: Any, inputs: Any) -> _Read:
    """``pindakaas.CNF``: its text has the variables numbered in the order in which they were made."""
    number = {str(variable): at for at, variable in enumerate(found.variables(), 1)}
    lines = [line for line in found.to_dimacs().splitlines() if line[:1] not in ("c", "p", "")]
    clauses = [tuple(map(int, line.split()))[:-1] for line in lines]
    labels = tuple(map(str, inputs))
    literals = tuple(_known(number, str(x.var()), x.is_negated()) for x in inputs)
    return tuple(_numbered(clauses)), literals, labels


def _known(number: dict[str, int], name: str, negated: bool) -> int:
    if name not in number:
        raise ArgumentError(f"input {name} is no variable of the formula")
    return -number[name] if negated else number[name]


def _of_cpmpy(found: Any, inputs: Any) -> _Read:
    """What ``cpmpy.transformations.to_cnf`` gives: disjunctions of Boolean variables, which have names."""
    numbers: dict[str, int] = {}

    def literal(one: Any) -> int:
        inner = getattr(one, "_bv", one)  # of a negated variable
        if not hasattr(inner, "lb") or inner.is_bool() is not True:
            raise ArgumentError(f"{one} is no literal")
        number = numbers.setdefault(str(inner), len(numbers) + 1)
        return number if inner is one else -number

    def clause(one: Any) -> Sequence[int] | None:
        if getattr(one, "name", "") == "or":
            return [literal(part) for part in one.args]
        if str(one) in ("True", "boolval(True)"):
            return None
        return [] if str(one) in ("False", "boolval(False)") else [literal(one)]

    literals = tuple(map(literal, inputs))
    clauses = [part for one in found if (part := clause(one)) is not None]
    return tuple(_numbered(clauses)), literals, tuple(map(str, inputs))


_READERS: dict[str, Callable[[Any, Any], _Read]] = {"pindakaas": _of_pindakaas, "cpmpy": _of_cpmpy}
