"""The form ``enumeration``: a list of all answers, and a VeriPB proof that the cover has no others.

The formula is the exact cover as pseudo-Boolean constraints, without CNF, in the variables of
`LinearCover`. The proof is written during the search, a line for each answer and each backtrack.  The
options on trial are a list of literals; a line states that they cannot all be true, apart from the answers
found.  When a trial ends, the lines derived under it follow from the line that rules it out, and are
deleted: no more lines are kept than belong to the current path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple

from ..base.errors import CertificateError
from ..base.files import NewFolder
from ..base.wording import counted
from ..exchange.linear import LinearCover, opb_lines
from ..problems.exact_cover.builder import CoverTable
from ..problems.exact_cover.rules import ExactCover
from ..proofs import ProofError, check_enumeration
from ..solvers.cover.bitset_cover import PreparedCover
from ..solvers.cover.cover_matrix import CoverMatrix
from ..solvers.cover.cover_tree import Action, Event
from .certificate import LONG, CheckStep, Claim, Draft, OpenCertificate, ProofForm, answer_in
from .statement.rows import FormulaRows, rows_of_cover

Literal = int


class Counted(NamedTuple):
    """Literals of which exactly one is true; that at most one is true is the sum of the `addends`."""

    literals: list[Literal]
    addends: list[int]


class OptionLiterals:
    """The literals that are true if an option of the matrix is chosen.

    For an option of the problem this is its variable; for a choice option that shows a colour, the variable
    of that shade; for one that shows nothing, that each shade of its item is false.
    """

    def __init__(self, linear: LinearCover, table: CoverTable, matrix: CoverMatrix) -> None:
        self._linear, self._table, self._matrix = linear, table, matrix
        self._projection = tuple(dict.fromkeys(table.projection or ()))
        self._shades: dict[int, list[int]] = {item: [] for item in self._projection}
        for shade in linear.shade_variables:
            if table.shades[shade] in self._shades:
                self._shades[table.shades[shade]].append(shade)
        shown = table.shown()
        own = range(matrix.option_count, len(matrix.covers))
        self._shade_of = {
            choice: next(shade for shade in self._shades_beside(choice) if tuple(shown[shade]) == support)
            for choice, support in zip(own, matrix.supports, strict=True)
            if support
        }

    def _shades_beside(self, choice: int) -> list[int]:
        return self._shades[self._projection[self._matrix.covers[choice][0]]]

    @cached_property
    def _members(self) -> list[list[int]]:
        return self._matrix.options_of_items()

    @cached_property
    def _covering(self) -> list[list[int]]:
        return self._table.covering()

    def literals(self, option: int) -> list[Literal]:
        if option < self._matrix.option_count:
            return [option + 1]
        variables = self._linear.shade_variables
        if option in self._shade_of:
            return [variables[self._shade_of[option]]]
        return [-variables[shade] for shade in self._shades_beside(option)]

    def always_shown(self) -> Iterator[list[Literal]]:
        """For each projected item that must show a colour, the clause that states this."""
        for choice, item in enumerate(self._projection):
            if all(option in self._shade_of for option in self._members[choice]):
                yield [self._linear.shade_variables[shade] for shade in self._shades[item]]

    def implied(self, first_of_items: Sequence[int], first_of_shades: dict[int, int]) -> Iterator[Counted]:
        """The sets of shades of which a primary item requires exactly one.

        * first_of_items (per item, the number of its first constraint): the next constraint states that the
          item is covered at most once.
        * first_of_shades (per shade, the number of the constraint that an option shows it)
        """
        for choice in range(len(self._projection), self._matrix.choice_count):
            shades = [self._shade_of[option] for option in self._members[choice]]
            showing = {
                option
                for place in self._members[choice]
                for option in self._matrix.supports[place - self._matrix.option_count]
            }
            item = next(
                one for one in range(self._table.primary_count) if showing == set(self._covering[one])
            )
            yield Counted(
                [self._linear.shade_variables[shade] for shade in shades],
                [first_of_items[item] + 1, *(first_of_shades[shade] for shade in shades)],
            )


def preserved(linear: LinearCover, table: CoverTable) -> list[int]:
    """The variables that distinguish answers: those of the options, or of the projected shades."""
    if table.projection is None:
        return list(range(1, linear.option_count + 1))
    shown = set(table.projection)
    return [variable for shade, variable in linear.shade_variables.items() if table.shades[shade] in shown]


class EnumerationLog:
    """The lines of one proof.

    * table: the cover of `linear`.
    * matrix: the matrix that is searched.
    * write: receives the lines.

    * answers (int): the number of answers logged.
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
        """For each trial: the length of the path without it, and the lines derived under it."""
        self._root: list[int] = []
        self.answers = 0

    def begin(self) -> None:
        """Write the header, and what the search knows of choices before it begins."""
        self._write(f"pseudo-Boolean proof version 3.0\nf {self._newest} ;\n")
        for clause in self._options.always_shown():
            self._rup(clause, self._root)
        for literals, (first, *rest) in self._options.implied(self._numbers.items, self._numbers.shades):
            self._rup(literals, self._root)
            self._write(f"pol {first} {''.join(f'{number} + ' for number in rest)};\n")
            self._newest += 1

    def log(self, events: Iterable[Event]) -> Iterator[Event]:
        """Write the lines of each event; yield those that are answers."""
        for event in events:
            match event.action:
                case Action.ANSWER:
                    self._answer(event.cover)
                    yield event
                case Action.TRY:
                    self._trials.append((len(self._path), []))
                    self._path += self._options.literals(event.option)
                case Action.RULE_OUT:
                    clause = [-literal for literal in self._path]
                    start, made = self._trials.pop()
                    del self._path[start:]
                    self._rup(clause, self._made())
                    if made:
                        self._write(f"del id {' '.join(map(str, made))} ;\n")
                case Action.LEAVE:
                    start, made = self._trials.pop()
                    del self._path[start:]
                    self._made().extend(made)

    def end(self) -> None:
        self._rup([], self._root)
        how = f"ENUMERATION_COMPLETE {self.answers}" if self.answers else "UNSAT"
        self._write(f"output NONE ;\nconclusion {how} : {self._newest} ;\nend pseudo-Boolean proof ;\n")

    def _answer(self, cover: Sequence[int]) -> None:
        """Log an answer, the literals on trial first: a checker that has assumed these can continue."""
        trial = set(self._path)
        rest = [option + 1 for option in cover if option + 1 not in trial]
        self._write(f"solx {' '.join(map(_word, [*self._path, *rest]))} ;\n")
        self._newest += 1
        self.answers += 1

    def _made(self) -> list[int]:
        return self._trials[-1][1] if self._trials else self._root

    def _rup(self, clause: Sequence[Literal], made: list[int]) -> None:
        self._write(f"rup {''.join(f'+1 {_word(literal)} ' for literal in clause)}>= 1 ;\n")
        self._newest += 1
        made.append(self._newest)


class _Numbers:
    """The numbers of the constraints of `LinearCover`, in order; an equality counts as two."""

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


FORMULA = "formula.opb"
PROOF = "proof.pbp"
ANSWERS = "answers.txt"

_HEADING = re.compile(rb"answer ([0-9]{1,12}), ([0-9]{1,8}) bytes\n")


class Enumeration(ProofForm):
    """The form of proof ``enumeration``: every answer, and that there is no other."""

    kind = "cover"
    solver_name = "bitset"
    solver = f"{solver_name}: exact cover by bit sets, by units alone"

    def files(self, claim: Claim) -> Mapping[str, int]:
        return dict.fromkeys((FORMULA, PROOF, ANSWERS), LONG)

    def write(self, case: Draft, folder: NewFolder) -> dict[str, int]:
        """Search for all answers, or for two if they are not counted, and log each step."""
        with case.timed("reduce"):
            reduction = case.origin.reduce_to(self.kind)
            cover = reduction.target
            linear = LinearCover(cover)
            folder.file(FORMULA).write(formula_text(cover, linear))
        with case.timed("enumerate"):
            proof, answers = folder.file(PROOF), folder.file(ANSWERS)
            prepared = PreparedCover(cover)
            log = EnumerationLog(
                linear, cover.table, prepared.matrix, lambda text: proof.write(text.encode())
            )
            log.begin()
            for event in log.log(prepared.trace(case.meter)):
                text = case.keep(reduction.decode(event.cover), self.solver_name)
                if case.found == 2 and not case.counting:
                    return {}
                answers.write(answer_heading(case.found, text) + text)
            log.end()
        return sizes(cover, linear)

    def check(self, given: OpenCertificate) -> EnumerationCheck:
        return EnumerationCheck(given)

    def formula_rows(self, given: OpenCertificate) -> FormulaRows:
        reduction = given.origin().reduce_to(self.kind)
        cover = reduction.target
        linear = LinearCover(cover)
        return rows_of_cover(cover, linear, tuple(preserved(linear, cover.table)), reduction)


ENUMERATION = Enumeration()


class EnumerationCheck:
    """The check of a certificate of this form."""

    def __init__(self, given: OpenCertificate) -> None:
        self._given = given

    def steps(self) -> Iterator[CheckStep]:
        yield "the cover", lambda: _same_cover(self._given)
        yield "the answers", lambda: check_answers(self._given)
        yield "the proof", lambda: _proved(self._given)

    def commands(self, path: Callable[[str], str]) -> Iterator[str]:
        total = self._given.claim.total
        verdict = f"COMPLETE ENUMERATION OF {total} SOLUTIONS" if total else "UNSATISFIABLE"
        yield f"veripb {path(FORMULA)} {path(PROOF)}   # must print 's VERIFIED {verdict}'"


def formula_text(cover: ExactCover, linear: LinearCover) -> bytes:
    """The cover as OPB, with the variables that distinguish answers."""
    preserved_line = " x".join(["preserved:", *map(str, preserved(linear, cover.table))])
    return "".join(opb_lines([f"{preserved_line} ;\n"], linear)).encode("ascii")


def sizes(cover: ExactCover, linear: LinearCover) -> dict[str, int]:
    """The sizes of the formula, for the summary."""
    return {
        "variables": linear.variable_count,
        "preserved": len(preserved(linear, cover.table)),
        "items": cover.table.item_count,
    }


def answer_heading(number: int, text: bytes) -> bytes:
    """The line before an answer in the list of answers."""
    return b"answer %d, %d bytes\n" % (number, len(text))


def _same_cover(given: OpenCertificate) -> str:
    cover = given.origin().reduce_to(Enumeration.kind).target
    linear = LinearCover(cover)
    text = formula_text(cover, linear)
    if given.files[FORMULA].read(len(text) + 1) != text:
        raise CertificateError(f"{FORMULA} is not the cover that the puzzle reduces to")
    if given.sizes != sizes(cover, linear):
        raise CertificateError("the summary states other sizes")
    return f"{counted(cover.table.item_count, 'item')}, derived again from the puzzle: the same"


def check_answers(given: OpenCertificate) -> str:
    """Check that the answers are correct, different, and as many as claimed."""
    problem, seen = given.problem, set[Any]()
    for text in given.deadline.through(_answer_texts(given.files[ANSWERS])):
        what = f"{ANSWERS}: answer {len(seen) + 1}"
        answer = answer_in(given, text, what)
        if problem.render(answer) + "\n" != text:
            raise CertificateError(f"{what} is not written as answers are")
        identity = problem.identity(answer)
        if identity in seen:
            raise CertificateError(f"{what} appears twice")
        seen.add(identity)
    if len(seen) != given.claim.total:
        raise CertificateError(f"{ANSWERS} has {len(seen)} answers, and {given.claim.total} are claimed")
    return f"{len(seen)}, all different, obey the puzzle's rules"


def _answer_texts(file: BinaryIO) -> Iterator[str]:
    number = 0
    while heading := file.readline(80):
        number += 1
        found = _HEADING.fullmatch(heading)
        if found is None or int(found[1]) != number:
            raise CertificateError(f"{ANSWERS}: expected 'answer {number}, LENGTH bytes'")
        content = file.read(int(found[2]))
        if len(content) != int(found[2]):
            raise CertificateError(f"{ANSWERS} ends within answer {number}")
        try:
            yield content.decode()
        except UnicodeDecodeError:
            raise CertificateError(f"{ANSWERS} is not UTF-8") from None


def _proved(given: OpenCertificate) -> str:
    formula, proof = given.files[FORMULA], given.files[PROOF]
    formula.seek(0)
    try:
        count = check_enumeration(formula, proof, given.deadline)
    except ProofError as error:
        raise CertificateError(str(error)) from None
    if count != given.claim.total:
        raise CertificateError(f"it is one of {count} answers, and {given.claim.total} are claimed")
    return f"{FORMULA} has exactly {count} solutions on its preserved variables"
