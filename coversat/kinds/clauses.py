"""Problems of clauses with up to three literals: some, not all, or exactly one of them true.

Karp, "Reducibility among combinatorial problems", 1972; Schaefer, "The complexity of satisfiability
problems", 1978, for clauses that are not all equal or one in three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from typing import ClassVar, Self

from ..base.wording import counted
from ..primitives import Table
from ..primitives.models import Rule
from ..problems.elements import ElementProblem, Lines, Values, answer_end, answer_tokens
from ..problems.remarks import comments
from ..problems.text import Token

LARGEST = 100_000
"""The most variables."""

Clause = tuple[int, ...]


@dataclass(frozen=True)
class ClauseProblem(ElementProblem):
    """Values of variables such that each clause of up to three literals has a right number of true ones."""

    count: int
    clauses: tuple[Clause, ...]

    heading: ClassVar[tuple[str, ...]] = ("count",)
    place_words: ClassVar[str] = "variables"
    body_words: ClassVar[str] = "a clause a line, such as '1 -2 3', or DIMACS"
    may_be_empty: ClassVar[bool] = True
    remarks = staticmethod(partial(comments, sign=r"^[ \t]*c(?!\S)"))
    wrong_words: ClassVar[str]

    numbers: ClassVar[staticmethod[[int], Collection[int]]]
    """For the model: how many literals of a clause of this length may be true."""
    is_right: ClassVar[staticmethod[[Sequence[bool]], bool]]
    """For the check: whether a clause may have these truth values."""

    def __post_init__(self) -> None:
        if not 0 <= self.count <= LARGEST:
            raise ValueError(f"the number of variables is not from 0 to {LARGEST}")
        for clause in self.clauses:
            if len(clause) > 3 or any(not 1 <= abs(literal) <= self.count for literal in clause):
                raise ValueError(f"{clause} is no clause of up to three of {self.count} variables")
        super().__post_init__()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"x{variable}" for variable in range(1, self.count + 1))

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return f"{place} is {'true' if bool(value) == holds else 'false'}"

    def model(self) -> Iterator[Rule]:
        for number, clause in enumerate(self.clauses):
            variables = sorted(set(map(abs, clause)))
            rows = [
                row
                for row in product((0, 1), repeat=len(variables))
                if self._holds(clause, dict(zip(variables, row, strict=True)))
            ]
            table = Table(self.at(*(variable - 1 for variable in variables)), tuple(rows))
            name = f"clause{','.join(map(str, clause))}"
            yield Rule(self._clause_words(number), table, number, name)

    def _holds(self, clause: Clause, values: Mapping[int, int]) -> bool:
        return sum(values[abs(x)] == (x > 0) for x in clause) in self.numbers(len(clause))

    def _clause_words(self, number: int) -> str:
        return f"clause {' '.join(map(str, self.clauses[number])) or 'without literals'}"

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        true = {at + 1 if value else -at - 1 for at, value in enumerate(values)}
        for number, clause in enumerate(self.clauses):
            if not self.is_right([literal in true for literal in clause]):
                yield f"{self._clause_words(number)} {self.wrong_words}"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        if not head["count"]:
            raise ValueError("there must be a variable")
        rows = [tokens for tokens in lines if tokens[0].text != "c"]
        end = next((at for at, tokens in enumerate(rows) if tokens[0].text == "%"), len(rows))
        for tokens in rows[end + 1 :]:
            if [token.text for token in tokens] != ["0"]:
                raise tokens[0].error("nothing but a 0 behind the % that ends a file of SATLIB")
        rows = rows[:end]
        stated = None
        if rows and rows[0][0].text == "p":
            header = rows.pop(0)
            if len(header) != 4 or header[1].text != "cnf":
                raise header[min(1, len(header) - 1)].error(
                    "'p cnf', the numbers of variables and of clauses"
                )
            header[2].integer(head["count"], head["count"], "the number of variables")
            stated = header[3]
        clauses = tuple(cls._clause(tokens, head["count"]) for tokens in rows)
        if stated is not None and stated.text != str(len(clauses)):
            raise stated.error(f"{counted(len(clauses), 'clause')}, as there are below")
        return cls(head["count"], clauses)

    @staticmethod
    def _clause(tokens: Sequence[Token], count: int) -> Clause:
        literals = tokens[:-1] if tokens[-1].text == "0" else tokens
        for token in literals:
            if token.text == "0":
                raise token.error("one clause a line")
            token.integer(-count, count, "a literal")
        if len(literals) > 3:
            raise literals[3].error("the end of the clause after three literals")
        return tuple(int(token.text) for token in literals)

    def body(self) -> Iterable[str]:
        return (" ".join(map(str, clause)) or "0" for clause in self.clauses)

    def render(self, answer: Values | None = None) -> str:
        """A literal for each variable: ``1 -2 3``."""
        if answer is None:
            return super().render()
        return " ".join(str(at if value else -at) for at, value in enumerate(answer, 1))

    def parse_answer(self, text: str) -> Values:
        """A literal for each variable, in any order."""
        held: dict[int, int] = {}
        tokens = answer_tokens(text)
        for token in tokens:
            literal = token.integer(-self.count, self.count, "a literal")
            if not literal or abs(literal) in held:
                raise token.error("each variable once")
            held[abs(literal)] = int(literal > 0)
        if len(held) < self.count:
            missing = next(at for at in range(1, self.count + 1) if at not in held)
            raise answer_end(tokens).error(f"a literal of variable {missing}", "the end of the answer")
        return tuple(held[at] for at in range(1, self.count + 1))

    def given_names(self) -> tuple[str, ...]:
        return tuple(map(self._clause_words, range(len(self.clauses))))

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(tuple((0, abs(x) - 1) for x in clause) for clause in self.clauses)

    def with_givens(self, keep: Collection[int]) -> Self:
        clauses = tuple(clause for at, clause in enumerate(self.clauses) if at in keep)
        return replace(self, clauses=clauses)


class ThreeSat(ClauseProblem):
    """A true literal in each clause of up to three."""

    kind = "3sat"
    wrong_words = "has no true literal"
    numbers = staticmethod(lambda length: range(1, length + 1))
    is_right = staticmethod(any)


class NaeSat(ClauseProblem):
    """A true and a false literal in each clause of up to three."""

    wrong_words = "has equal literals only"
    numbers = staticmethod(lambda length: range(1, length))
    is_right = staticmethod(lambda true: any(true) and not all(true))


class OneInThreeSat(ClauseProblem):
    """Exactly one true literal in each clause of up to three."""

    kind = "1in3sat"
    wrong_words = "has not exactly one true literal"
    numbers = staticmethod(lambda length: (1,))
    is_right = staticmethod(lambda true: sum(true) == 1)
