"""A VeriPB proof, written while the answers are searched: a line for each answer and each backtrack.

The variables are those of `LinearCover`.  What is on trial is a list of literals; a line says that they
cannot all be true, beside the answers found.  Where a trial is over, the lines that were made under it follow
from the one that rules it out, and are deleted: at no time are there more than those beside the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...exchange.linear import LinearCover
from ...kinds.exact_cover.table import CoverTable
from ...solvers.cover_matrix import CoverMatrix
from ...solvers.cover_trace import Event, Step
from .option_literals import Literal, OptionLiterals


def preserved(linear: LinearCover, table: CoverTable) -> list[int]:
    """The variables that tell answers apart: those of the options, or of the shades of the projection."""
    if table.projection is None:
        return list(range(1, linear.option_count + 1))
    shown = set(table.projection)
    return [variable for shade, variable in linear.shade_variables.items() if table.shades[shade] in shown]


class EnumerationLog:
    """The lines of one proof.

    Parameters
    ----------
    linear : LinearCover
    table : CoverTable
        The cover that `linear` states.
    matrix : CoverMatrix
        The same, as it is searched.
    write : function
        Takes the lines.

    Attributes
    ----------
    answers : int
        How many were logged.
    """

    def __init__(
        self, linear: LinearCover, table: CoverTable, matrix: CoverMatrix, write: Callable[[str], object]
    ) -> None:
        self._write = write
        self._numbers = _Numbers(linear, table)
        self._newest = self._numbers.last
        self._options = OptionLiterals(linear, table, matrix)
        self._path: list[Literal] = []
        self._trials: list[tuple[int, list[int]]] = []
        """For each trial: the length of the path without it, and the lines made under it."""
        self._root: list[int] = []
        self.answers = 0

    def begin(self) -> None:
        """The head, and what the search knows of choices before it begins."""
        self._write(f"pseudo-Boolean proof version 3.0\nf {self._newest} ;\n")
        for clause in self._options.always_shown():
            self._rup(clause, self._root)
        for literals, (first, *rest) in self._options.implied(self._numbers.items, self._numbers.shades):
            self._rup(literals, self._root)
            self._write(f"pol {first} {''.join(f'{number} + ' for number in rest)};\n")
            self._newest += 1

    def log(self, steps: Iterable[Step]) -> Iterator[Step]:
        """Write what each step gives; the answers come out."""
        for step in steps:
            match step.event:
                case Event.ANSWER:
                    self._answer(step.cover)
                    yield step
                case Event.TRY:
                    self._trials.append((len(self._path), []))
                    self._path += self._options.literals(step.option)
                case Event.RULE_OUT:
                    clause = [-literal for literal in self._path]
                    start, made = self._trials.pop()
                    del self._path[start:]
                    self._rup(clause, self._made())
                    if made:
                        self._write(f"del id {' '.join(map(str, made))} ;\n")
                case Event.LEAVE:
                    start, made = self._trials.pop()
                    del self._path[start:]
                    self._made().extend(made)

    def end(self) -> None:
        """That there are no others."""
        self._rup([], self._root)
        how = f"ENUMERATION_COMPLETE {self.answers}" if self.answers else "UNSAT"
        self._write(f"output NONE ;\nconclusion {how} : {self._newest} ;\nend pseudo-Boolean proof ;\n")

    def _answer(self, cover: Sequence[int]) -> None:
        """What is on trial first: a checker that stands there need not begin anew."""
        trial = set(self._path)
        rest = [option + 1 for option in cover if option + 1 not in trial]
        self._write(f"solx {' '.join(map(_word, [*self._path, *rest]))} ;\n")
        self._newest += 1
        self.answers += 1

    def _made(self) -> list[int]:
        """Where the lines go that hold under what is on trial."""
        return self._trials[-1][1] if self._trials else self._root

    def _rup(self, clause: Sequence[Literal], made: list[int]) -> None:
        self._write(f"rup {''.join(f'+1 {_word(literal)} ' for literal in clause)}>= 1 ;\n")
        self._newest += 1
        made.append(self._newest)


class _Numbers:
    """The numbers of the constraints that `LinearCover` makes, in their order; an equality is two."""

    def __init__(self, linear: LinearCover, table: CoverTable) -> None:
        primary = table.primary_count
        self.items = [*range(1, 2 * primary, 2), *range(2 * primary + 1, primary + table.item_count + 1)]
        self.last = primary + table.item_count
        self.shades: dict[int, int] = {}
        shown = table.shown()
        for shade in linear.shade_variables:
            self.shades[shade] = self.last + 1
            self.last += 1 + len(shown[shade])


def _word(literal: Literal) -> str:
    return f"x{literal}" if literal > 0 else f"~x{-literal}"
