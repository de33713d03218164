"""MiniZinc: the model of a puzzle in the constraint language, with global constraints by their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TextIO

from .. import primitives
from ..base.deadline import Deadline
from ..base.errors import ParseError, ReductionError
from ..primitives import Derived, Primitive, Term, Variable
from ..primitives.models import GridModel
from ..problems import AnyProblem
from ..problems.cnf.solver_output import Claim
from ..problems.text import text_lines
from ..reductions import AnyReduction, model_of
from .format import Decoded, Format, ProgramText, answered, reading_output, undecided

_RELATIONS = {"!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}
_MOST_STATES = 100_000
_GLOBALS = ("all_different", "among", "regular", "table")
"""Each is included by its name: not every solver has all of ``globals.mzn``."""
_CELL = re.compile(r"r[0-9]+c[0-9]+.*")


def stated_model(problem: AnyProblem) -> GridModel[Any]:
    """The model of a problem; `ReductionError` if its kind has none."""
    model = model_of(problem.kind)
    if model is None:
        raise ReductionError(f"the rules of {problem.kind} are not stated in the constraint language")
    return model(problem)


def _names(model: GridModel[Any]) -> dict[Variable, str]:
    """The variables in MiniZinc, by those of the model."""
    found: dict[str, Variable] = {}
    for variable in model.domains:
        plain = re.sub(r"[^0-9A-Za-z]+", "_", model.name_of(variable))
        name = plain = plain if _CELL.fullmatch(plain) else f"v_{plain}"  # which is no keyword
        copies = 1
        while found.setdefault(name, variable) != variable:
            copies += 1
            name = f"{plain}_{copies}"
    return {variable: name for name, variable in found.items()}


def model_lines(model: GridModel[Any]) -> Iterator[str]:
    """The model in MiniZinc; raises `ReductionError` for a rule that cannot be stated."""
    return _Writer(model).lines()


class _Writer:
    """Writes one model."""

    def __init__(self, model: GridModel[Any]) -> None:
        self._model, self._names = model, _names(model)
        self._added: list[str] = []
        """Declarations that a constraint needs before it."""
        self._automata = self._counted = 0
        self._used: set[str] = set()
        """The global constraints that occur."""

    def _global(self, name: str, *arguments: str) -> str:
        self._used.add(name)
        return f"{name}({', '.join(arguments)})"

    def lines(self) -> Iterator[str]:
        body = list(self._body())
        yield from (f'include "{name}.mzn";\n' for name in _GLOBALS if name in self._used)
        yield from body

    def _body(self) -> Iterator[str]:
        for variable, values in self._model.domains.items():
            yield f"var {_set(values)}: {self._names[variable]};\n"
        label = ""
        for rule in self._model.rules:
            if rule.label != label:
                label = rule.label
                yield f"% {label.encode('ascii', 'backslashreplace').decode()}\n"
            constraints = list(self._constraints(rule.primitive, rule.label, inside=False))
            yield from self._added
            self._added.clear()
            yield from (f"constraint {one};\n" for one in constraints)
        yield "solve satisfy;\n"

    def _constraints(self, primitive: Primitive, label: str, inside: bool) -> Iterator[str]:
        """The constraints of a primitive; `inside` an alternative, where not every global one may be."""
        match primitive:
            case primitives.AllDifferent(cells, total, sets):
                yield self._global("all_different", self._array(cells))
                if total is not None:
                    yield f"sum({self._array(cells)}) = {total}"
                if sets is not None:
                    yield (
                        " \\/ ".join(
                            "(" + " /\\ ".join(f"{self._term(cell)} in {_set(one)}" for cell in cells) + ")"
                            for one in sets
                        )
                        or "false"
                    )
            case primitives.Binary(pairs, allowed):
                for a, b in pairs:
                    yield self._relation(a, b, allowed)
            case primitives.Table(terms, rows):
                yield self._table(terms, sorted(rows))
            case primitives.Count((cell,), values, numbers) if set(numbers) & {0, 1}:
                if set(numbers) & {0, 1} != {0, 1}:
                    yield f"{'' if 1 in numbers else 'not '}({self._term(cell)} in {_set(values)})"
            case primitives.Count(cells, values, numbers):
                self._counted += 1
                name = f"count{self._counted}"
                self._added.append(f"var 0..{len(cells)}: {name};\n")
                holds = self._global("among", name, self._array(cells), _set(values))
                self._added.append(f"constraint {holds};\n")
                yield f"{name} in {_set(numbers)}"
            case primitives.Sum(factors, totals):
                added = " + ".join(f"{factor} * {self._term(term)}" for factor, term in factors) or "0"
                yield f"{added} in {_set(totals)}"
            case primitives.Regular() | primitives.SumBetween():
                word = primitive.word if isinstance(primitive, primitives.SumBetween) else primitive
                yield from self._regular(word, inside)
            case primitives.Or(alternatives):
                yield " \\/ ".join(
                    "("
                    + " /\\ ".join(
                        f"({one})" for each in those for one in self._constraints(each, label, inside=True)
                    )
                    + ")"
                    for those in alternatives
                )
            case _:
                what = type(primitive).__name__
                raise ReductionError(f"MiniZinc has no constraint for '{label}' ({what}): use a formula")

    # Terms

    def _term(self, term: Term) -> str:
        match term:
            case primitives.Total(cells):
                return f"sum({self._array(cells)})"
            case primitives.Contains(cells, values):
                return f"bool2int(exists([{', '.join(f'{self._term(c)} in {_set(values)}' for c in cells)}]))"
            case primitives.Matches(cells, shown):
                pairs = zip(cells, shown, strict=True)
                return f"bool2int(forall([{', '.join(f'{self._term(c)} = {v}' for c, v in pairs)}]))"
            case primitives.Leading(cells, value):
                return self._prefix([f"{self._term(cell)} = {value}" for cell in cells])
            case primitives.Repeats(cells):
                return self._prefix([f"{self._term(cell)} = {self._term(cells[0])}" for cell in cells])
            case primitives.Comparison(one, other):
                found = "1"
                for a, b in reversed(list(zip(one, other, strict=True))):
                    a_, b_ = self._term(a), self._term(b)
                    found = f"if {a_} < {b_} then 0 elseif {a_} > {b_} then 2 else {found} endif"
                return f"({found})"
        return self._names[term]

    def _prefix(self, conditions: Sequence[str]) -> str:
        """How many of the conditions hold before the first that does not."""
        found = "0"
        for condition in reversed(conditions):
            found = f"if {condition} then 1 + {found} else 0 endif"
        return f"({found})"

    def _array(self, terms: Iterable[Term]) -> str:
        return f"[{', '.join(map(self._term, terms))}]"

    def _values(self, term: Term) -> list[int]:
        """All values that a term may have, and perhaps others."""
        domains = self._model.domains
        if not isinstance(term, Derived):
            return list(domains[term])
        match term:
            case primitives.Total(cells):
                least, most = (sum(each(domains[cell]) for cell in cells) for each in (min, max))
                return list(range(least, most + 1))
            case primitives.Contains() | primitives.Matches():
                return [0, 1]
            case primitives.Comparison():
                return [0, 1, 2]
        return list(range(len(term.cells) + 1))

    # Constraints

    def _relation(self, a: Term, b: Term, allowed: Any) -> str:
        pairs = list(product(self._values(a), self._values(b)))
        rows = [pair for pair in pairs if allowed(*pair)]
        for sign, holds in _RELATIONS.items():
            if rows == [pair for pair in pairs if holds(*pair)]:
                return f"{self._term(a)} {sign} {self._term(b)}"
        return self._table((a, b), rows)

    def _table(self, terms: Sequence[Term], rows: Sequence[Sequence[int]]) -> str:
        if not rows:
            return "false"
        cells = ", ".join(str(value) for row in rows for value in row)
        return self._global("table", self._array(terms), _matrix(len(rows), len(terms), cells))

    def _regular(self, word: primitives.Regular, inside: bool) -> Iterator[str]:
        if not word.cells:
            yield "true" if word.accepts(word.start) else "false"
            return
        columns = [self._values(term) for term in word.cells]
        least = min(map(min, columns))
        most = max(map(max, columns))
        states, steps, accepting = _unfolded(word, columns)
        if not accepting:
            yield "false"
            return
        size = most - least + 1
        sink = len(states) + 1
        dead = sink if inside else 0
        table = [
            str(steps.get((state, value), dead))
            for state in range(1, len(states) + 1)
            for value in range(least, most + 1)
        ]
        shifted = [f"{self._term(term)} - {least - 1}" for term in word.cells]
        if not inside:
            transitions = _matrix(len(states), size, ", ".join(table))
            word_ = f"[{', '.join(shifted)}]"
            yield self._global(
                "regular", word_, str(len(states)), str(size), transitions, "1", _set(accepting)
            )
            return
        # A total function of states, the last of which accepts nothing, may stand in an alternative.
        self._automata += 1
        name = f"automaton{self._automata}"
        table += [str(sink)] * size
        self._added.append(
            f"array[1..{sink}, 1..{size}] of int: {name} = {_matrix(sink, size, ', '.join(table))};\n"
        )
        state = "1"
        for at, symbol in enumerate(shifted, 1):
            self._added.append(f"var 1..{sink}: {name}_{at} = {name}[{state}, {symbol}];\n")
            state = f"{name}_{at}"
        yield f"{state} in {_set(accepting)}"


def _unfolded(
    word: primitives.Regular, columns: Sequence[Collection[int]]
) -> tuple[Mapping[Any, int], Mapping[tuple[int, int], int], set[int]]:
    """The states of an automaton by numbers from 1, its steps, and the numbers in which a word may end."""
    number = {word.start: 1}
    steps: dict[tuple[int, int], int] = {}
    layer = [word.start]
    for values in columns:
        following: dict[Any, None] = {}
        for state in layer:
            for value in values:
                after = word.step(state, value)
                if after is not None:
                    steps[number[state], value] = number.setdefault(after, len(number) + 1)
                    following[after] = None
        if len(number) > _MOST_STATES:
            raise ReductionError(f"an automaton with more than {_MOST_STATES} states: use a formula")
        layer = list(following)
    return number, steps, {number[state] for state in layer if word.accepts(state)}


def _matrix(rows: int, columns: int, cells: str) -> str:
    return f"array2d(1..{rows}, 1..{columns}, [{cells}])"


def _set(values: Iterable[int]) -> str:
    ordered = sorted(set(values))
    if len(ordered) > 1 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]}..{ordered[-1]}"
    return f"{{{', '.join(map(str, ordered))}}}"


# Reading what MiniZinc prints

_VALUE = re.compile(r"\s*(\w+)\s*=\s*(-?[0-9]{1,18})\s*;?\s*")
_END = "----------"


def read_values(model: GridModel[Any], printed: str) -> tuple[Claim, dict[Variable, int] | None]:
    """What MiniZinc claims, and the last solution that it prints.

    Raise `ParseError` if there is neither a claim nor a value of each variable.
    """
    variable_of = {name: variable for variable, name in _names(model).items()}
    values: dict[Variable, int] = {}
    solved: dict[Variable, int] | None = None
    for line in text_lines(printed):
        if line.startswith("=====UNSATISFIABLE"):
            return "UNSATISFIABLE", None
        if line.startswith("=====UNKNOWN"):
            return "UNKNOWN", None
        if line.startswith(_END):
            solved, values = values, {}
        elif (found := _VALUE.fullmatch(line)) and found[1] in variable_of:
            values[variable_of[found[1]]] = int(found[2])
    solved = values if solved is None else solved
    for variable, domain in model.domains.items():
        if solved.get(variable) not in domain:
            name = next(name for name, one in variable_of.items() if one == variable)
            expected = f"'{name} = ' and one of its values, {_set(domain)}"
            shown = solved.get(variable, "nothing")
            raise ParseError(1, 1, f"expected {expected}, found {shown}")
    return "SATISFIABLE", solved


class _Rules:
    """Answers are excluded by a constraint each."""

    def __init__(self, problem: AnyProblem) -> None:
        self._model = stated_model(problem)
        self._lines = list(model_lines(self._model))
        self._names = _names(self._model)

    def lines(self) -> Iterator[str]:
        return iter(self._lines)

    def read(self, printed: TextIO, deadline: Deadline) -> tuple[Claim, Any | None]:
        status, values = read_values(self._model, printed.read())
        return status, None if values is None else self._model.answer_of(values.items())

    def exclude(self, answer: Any) -> int:
        values = self._model.values_of(answer)
        other = " \\/ ".join(f"{self._names[variable]} != {value}" for variable, value in values)
        self._lines.append(f"constraint {other or 'false'};\n")
        return 0


TEXTS = (ProgramText("mzn", "the rules as a MiniZinc model", "", _Rules),)


def _lines(comments: Iterable[str], reduction: AnyReduction) -> Iterator[str]:
    return chain(comments, model_lines(stated_model(reduction.target)))


def _decode(exported: str, printed: str) -> Decoded:
    origin, reduction = MINIZINC.origin_of(exported)
    model = stated_model(reduction.target)
    with reading_output():
        status, values = read_values(model, printed)
    if values is None:
        return undecided(origin, status)
    return answered(origin, reduction, model.answer_of(values.items()))


MINIZINC: Format = Format(
    name="minizinc",
    about="the rules as a MiniZinc model, for CP solvers",
    target="",
    comment="%",
    recognises=lambda text: text.startswith("% coversat "),
    lines=_lines,
    decode=_decode,
    ending=".mzn",
)
