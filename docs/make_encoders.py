"""Write the tables of `encoders.md`: encoders of several libraries by `coversat.encodings.judge`.

pip install -e '.[encoders]'
python docs/make_encoders.py
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from coversat import encodings
from coversat.encodings import Judgement, judge

PAGE = Path(__file__).parent / "encoders.md"
BEGIN, END = "<!-- the tables begin -->\n", "<!-- the tables end -->\n"
LIBRARIES = ("python-sat", "pindakaas", "cpmpy")
MOST = 8
"""Literals, and the largest bound of counts."""
FACTORS = (3, 1, 4, 1, 5, 9, 2, 6)
BOUNDS = 10
"""Of sums of the same factors, at most this number of bounds is tried."""
COMPARED: dict[str, Callable[[int, int], bool]] = {"<=": operator.le, ">=": operator.ge, "==": operator.eq}
SECONDS = 60


class RefusedError(Exception):
    """The encoder does not take this constraint."""


Make = Callable[[Sequence[int], str, int], tuple[Any, Any]]
"""Factors, comparison and bound to the clauses and the inputs. Raises `RefusedError`."""


class Encoder(NamedTuple):
    """An encoder of a library, or of a part of it."""

    library: str
    name: str
    make: Make


def of_coversat(name: str, constraint: str) -> Encoder:
    """One of `encodings.names` of at_most_one, exactly or linear."""
    functions = {"<=": encodings.at_most, ">=": encodings.at_least, "==": encodings.exactly}

    def make(factors: Sequence[int], comparison: str, bound: int) -> tuple[Any, Any]:
        inputs = range(1, len(factors) + 1)
        if constraint == "linear":
            terms = list(zip(factors, inputs, strict=True))
            return encodings.linear(terms, comparison, bound, name), inputs
        if constraint == "exactly":
            return functions[comparison](inputs, bound, name), inputs
        if (comparison, bound) != ("<=", 1):
            raise RefusedError
        return encodings.at_most_one(inputs, name), inputs

    return Encoder("coversat", name, make)


def of_pysat(name: str, module: Any, enc: Any) -> Encoder:
    """An encoding of ``pysat.card`` or ``pysat.pb``."""
    encoder, weighted = (module.PBEnc, True) if hasattr(module, "PBEnc") else (module.CardEnc, False)

    def make(factors: Sequence[int], comparison: str, bound: int) -> tuple[Any, Any]:
        inputs = list(range(1, len(factors) + 1))
        function = {"<=": encoder.atmost, ">=": encoder.atleast, "==": encoder.equals}[comparison]
        weights = {"weights": list(factors)} if weighted else {}
        try:
            found = function(lits=inputs, bound=bound, top_id=len(inputs), encoding=enc, **weights)
        except Exception as error:
            raise RefusedError(type(error).__name__) from None
        if found.atmosts:
            raise RefusedError("no clauses")
        return found, inputs

    return Encoder(f"PySAT {'PBEnc' if weighted else 'CardEnc'}", name, make)


def of_pindakaas(name: str, encoder: Any) -> Encoder:
    """An encoder of Pindakaas, or its choice."""
    import pindakaas

    def make(factors: Sequence[int], comparison: str, bound: int) -> tuple[Any, Any]:
        formula = pindakaas.CNF()
        inputs = list(formula.new_vars(len(factors)))
        total = sum(
            (factor * x for factor, x in zip(factors[1:], inputs[1:], strict=True)), factors[0] * inputs[0]
        )
        constraint: Any = COMPARED[comparison](total, bound)
        try:
            formula.add_encoding(constraint, encoder)
        except pindakaas.Unsatisfiable:
            return [()], range(1, len(factors) + 1)
        except pindakaas.InvalidEncoder as error:
            raise RefusedError(type(error).__name__) from None
        return formula, inputs

    return Encoder("Pindakaas", name, make)


def of_cpmpy(name: str) -> Encoder:
    """CPMpy's ``to_cnf``."""
    import cpmpy
    from cpmpy.transformations.to_cnf import to_cnf

    def make(factors: Sequence[int], comparison: str, bound: int) -> tuple[Any, Any]:
        inputs = cpmpy.boolvar(shape=len(factors), name="x")
        inputs = inputs if len(factors) > 1 else [inputs]
        total = cpmpy.sum([factor * x for factor, x in zip(factors, inputs, strict=True)])
        return to_cnf([COMPARED[comparison](total, bound)]), inputs

    return Encoder("CPMpy", name, make)


def _types(enc: Any) -> dict[str, int]:
    return {name: value for name, value in vars(enc).items() if isinstance(value, int) and name[0] != "_"}


def _of_coversat(function: str) -> Iterator[Encoder]:
    """All that are not PySAT's."""
    names = (name for name in encodings.names(function) if not name.startswith("pysat:"))
    return (of_coversat(name, function) for name in names)


def counts() -> Iterator[Encoder]:
    """All encoders of counts."""
    import pindakaas
    from pysat import card

    yield from _of_coversat("at_most_one")
    yield from _of_coversat("exactly")
    for name, enc in _types(card.EncType).items():
        yield of_pysat(name, card, enc)
    yield from _of_pindakaas(pindakaas)
    yield of_cpmpy("to_cnf")


def sums() -> Iterator[Encoder]:
    """All encoders of sums."""
    import pindakaas
    from pysat import pb

    yield from _of_coversat("linear")
    for name, enc in _types(pb.EncType).items():
        yield of_pysat(name, pb, enc)
    yield from _of_pindakaas(pindakaas)
    yield of_cpmpy("to_cnf")


def _of_pindakaas(library: Any) -> Iterator[Encoder]:
    yield of_pindakaas("default", None)
    for name in dir(library.Encoder):
        if name.isupper():
            yield of_pindakaas(name.lower(), getattr(library.Encoder, name))


# Judging


class Case(NamedTuple):
    """A constraint: the factors of its literals, a comparison and a bound."""

    factors: Sequence[int]
    comparison: str
    bound: int

    def __str__(self) -> str:
        if set(self.factors) == {1}:
            return f"n={len(self.factors)}, k={self.bound}"
        return f"{'+'.join(map(str, self.factors))}, {self.bound}"


def count_cases(comparison: str) -> Iterator[Case]:
    """Counts of up to `MOST` literals."""
    for n in range(1, MOST + 1):
        for bound in range(MOST + 1):
            yield Case((1,) * n, comparison, bound)


def sum_cases(comparison: str) -> Iterator[Case]:
    """Sums of the first factors."""
    for n in range(1, MOST + 1):
        total = sum(FACTORS[:n])
        step = -(-(total + 2) // BOUNDS)
        for bound in range(0, total + 2, step):
            yield Case(FACTORS[:n], comparison, bound)


def judged(encoder: Encoder, case: Case) -> Judgement | None:
    """What is found of one constraint; None if the encoder does not take it."""
    try:
        found, inputs = encoder.make(*case)
    except RefusedError:
        return None

    def predicate(values: Sequence[bool]) -> bool:
        total = sum(factor for factor, value in zip(case.factors, values, strict=True) if value)
        return COMPARED[case.comparison](total, case.bound)

    return judge(found, inputs, predicate, timeout=SECONDS)


LEVELS = {"consistent": "every literal", "refuting": "every contradiction", "neither": "less"}


def cell(encoder: Encoder, cases: Sequence[Case], notes: list[str]) -> str:
    """All that is found of an encoder and a comparison."""
    name = f"{encoder.library} `{encoder.name}`"
    levels: set[str] = set()
    taken, open_ = 0, ""
    for case in cases:
        found = judged(encoder, case)
        if found is None:
            continue
        taken += 1
        if not found.is_right:
            notes.append(
                f"* {name}, `{case.comparison}`, {case}:\n\n  ```text\n{indented(str(found))}\n  ```\n"
            )
            return f"**{found.verdict}** at {case}"
        levels.add(found.propagation.says)
        open_ = open_ or ("" if found.count_kept else f", count not kept at {case}")
    if not taken:
        return "-"
    level = next(words for key, words in reversed(LEVELS.items()) if key in levels)
    part = "" if taken == len(cases) else f" ({taken} of {len(cases)})"
    return f"{level}{open_}{part}"


def indented(text: str) -> str:
    """The text in a list of Markdown."""
    return "\n".join(f"  {line}" for line in text.splitlines())


def table(encoders: Iterator[Encoder], cases: Callable[[str], Iterator[Case]], notes: list[str]) -> list[str]:
    """A row for each encoder; what is wrong is added to `notes`."""
    lines = ["| library | encoding | at most | at least | exactly |", "|---|---|---|---|---|"]
    for one in encoders:
        cells = [cell(one, list(cases(comparison)), notes) for comparison in COMPARED]
        lines.append(f"| {one.library} | `{one.name}` | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Write the page."""
    notes: list[str] = []
    used = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    tables = ["### Counts\n", *table(counts(), count_cases, notes)]
    tables += ["", "### Sums\n", *table(sums(), sum_cases, notes), ""]
    wrong = ["### What is wrong\n", *notes] if notes else []
    nothing = "" if notes else "\nNothing is wrong: of what is taken, all clauses are sound and complete."
    text = [f"With {used}.{nothing}\n", *tables, *wrong]
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + "\n" + "\n".join(text).rstrip() + "\n\n" + END + after, "utf-8")


if __name__ == "__main__":
    main()
