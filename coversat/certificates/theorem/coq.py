"""The texts of a theorem in Coq: the statement, the proof, and the lines that a stranger can type.

A proof is a text of numbers. The library reads it, and nothing depends on how: a proof that is misread is
refused, or is another correct proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from typing import Any, NamedTuple

from ... import primitives
from ...primitives import Primitive, Values, Variable, scope, terms_of
from ...primitives.automata import unrolled
from ...solvers.findings import Verdict
from ..certificate import Claim
from .clauses import Atoms
from .library import ROOT
from .puzzle import Puzzle
from .search import Proof
from .words import Local, cell_of, letters_of, line_of_sight, word_of

MOST_MOVES = 200_000
"""The most moves of one automaton."""
PART = 2000
"""The characters of one text; Coq's parser overflows its stack with much longer ones."""
BASE, FIRST = 46, ord("#")
"""Numbers are written in this base, with other characters for their last digits than for those before."""
MOST_LISTED = 1000
"""The most elements of a list that is written in one piece."""


class Statement(NamedTuple):
    """What a theorem is about.

    * module: that of the kind, such as ``Sudoku``, which reads the text; None for rules as data.
    * text: the puzzle's.
    * data: the rules that the library finds in the text, or that are written out.
    """

    module: str | None
    text: str
    data: Puzzle

    @property
    def read(self) -> str:
        """The puzzle as a term, if it can be read."""
        return f"Kinds.{self.module}.read text" if self.module else "Some data"


_HEAD = """(* Written by coversat. check.v states it again, and takes nothing from here but the proof. *)
From Coq Require Import List String ZArith.
Import ListNotations.
From Coversat Require Import Rules Checker.Theorems.
"""
_TEXT = """From Coversat Require Kinds.{0}.

Definition text : string := {1}%string.
"""
_DATA = """Open Scope Z_scope.

Definition data : puzzle := {0}.
"""


def theorem_text(statement: Statement, claim: Claim, answers: Sequence[str], steps: str | None) -> str:
    """The file with the theorem; answers and steps as texts of numbers."""
    lemma = f"{claim_term(claim).split()[0].removeprefix('has_')} _ answers"
    lemma += ("" if steps is None else " steps") + ("" if claim.count is None else f" {claim.count}%nat")
    proposition = f"the_puzzle ({statement.read}) {_property(claim)}"
    return (
        f"{_defined(statement, answers, steps)}\nTheorem proved : {proposition}.\n"
        f"Proof. apply ({lemma}). vm_cast_no_check (eq_refl Proved). Qed.\n"
    )


def fault_text(statement: Statement, claim: Claim, answers: Sequence[str], steps: str | None) -> str:
    """A file that prints what is wrong with a proof."""
    verdict = f"verdict_several ({statement.read}) answers"
    if claim.needs_proof:
        verdict = f"verdict_exactly ({statement.read}) answers steps {claim.total}%nat"
    return f"{_defined(statement, answers, steps)}\nEval vm_compute in {verdict}.\n"


def _defined(statement: Statement, answers: Sequence[str], steps: str | None) -> str:
    defined = (
        _DATA.format(Terms(statement.data).puzzle())
        if statement.module is None
        else _TEXT.format(statement.module, _string(statement.text))
    )
    listed = ";\n  ".join(map(_parts, answers))
    defined += f"Definition answers : list (list text_part) := [{listed}]%proof.\n"
    if steps is not None:
        defined += f"Definition steps : list text_part := {_parts(steps)}%proof.\n"
    return _HEAD + defined


def proof_in(text: str) -> tuple[list[str], str | None]:
    """The answers and the steps in a file with a theorem; whether it is one shows in writing it again."""
    answers, steps = _ANSWERS.search(text), _STEPS.search(text)
    every = answers[1].split("];\n  [") if answers and answers[1] else []
    joined = None if steps is None else "".join(_QUOTED.findall(steps[1]))
    return ["".join(_QUOTED.findall(one)) for one in every], joined


_ANSWERS = re.compile(r"^Definition answers : list \(list text_part\) := \[(.*?)\]%proof\.$", re.M | re.S)
_STEPS = re.compile(r"^Definition steps : list text_part := (.*?)%proof\.$", re.M | re.S)
_QUOTED = re.compile(r'"([#-~]*)"')


def check_text(statement: Statement, claim: Claim) -> str:
    """The file that states the theorem again, with nothing of the other file but its proof."""
    kind, notation, read = "", "", "Some theorem.data"
    if statement.module:
        kind = f"Coversat.Kinds.{statement.module}"
        read = f"{kind}.read {_string(statement.text)}%string"
        kind, notation = f" {kind}", "Import Coq.Strings.String.\n"
    return (
        f"Require Coversat.Rules{kind} theorem.\n{notation}"
        f"Definition checked : Coversat.Rules.the_puzzle ({read}) {_property(claim, 'Coversat.Rules.')} := "
        "theorem.proved.\nPrint Assumptions checked.\n"
    )


def _property(claim: Claim, prefix: str = "") -> str:
    term = prefix + claim_term(claim)
    return term if claim.count is None else f"({term})"


def readme_text(statement: Statement, claim: Claim, kind: str, files: Sequence[str]) -> str:
    """What is proved, what has to be believed, and the commands."""
    if statement.module is None:
        rules, given = "Its rules are those that coversat states.", "`data` in `theorem.v`"
    else:
        rules = f"`library/Kinds/{statement.module}.v` reads this text and says what the rules are."
        given = "the text of the puzzle"
    template = (ROOT / "README.template").read_text(encoding="utf-8")
    return template.format(
        kind=kind,
        claim=claim_term(claim),
        rules=rules,
        given=given,
        read="\n".join(f"    {name}" for name in files if "/Checker/" not in name),
        commands="\n".join(f"    coqc -Q library Coversat {name}" for name in (*files, *FILES)),
        accepted=ACCEPTED,
    )


FILES = THEOREM, CHECK = "theorem.v", "check.v"
ACCEPTED = "Closed under the global context"
"""What Coq prints of a theorem that rests on no axiom."""


_CLAIMS = {
    Verdict.NONE: "has_no_answer",
    Verdict.UNIQUE: "has_exactly_one_answer",
    Verdict.MULTIPLE: "has_several_answers",
}


def claim_term(claim: Claim) -> str:
    """The property of a puzzle that is claimed, as `Rules.v` names it."""
    return _CLAIMS[claim.verdict] if claim.count is None else f"has_exactly {claim.count}"


def _string(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _parts(text: str) -> str:
    return "[" + ";\n  ".join(f'"{text[at : at + PART]}"' for at in range(0, len(text), PART)) + "]"


# ---- numbers as text ----


def text_of(numbers: Iterable[int]) -> str:
    """Numbers as the library reads them."""
    return "".join(map(_word, numbers))


def _word(number: int) -> str:
    rest, last = divmod(2 * number if number >= 0 else -2 * number - 1, BASE)
    word = chr(FIRST + last)
    while rest:
        rest, digit = divmod(rest, BASE)
        word = chr(FIRST + BASE + digit) + word
    return word


def answer_text(puzzle: Puzzle, answer: Values) -> str:
    """An answer: the values of all cells, in the order of the domains."""
    return text_of(answer[cell] for cell in puzzle.number)


def steps_text(puzzle: Puzzle, proof: Proof) -> str:
    """The steps of a proof."""
    return text_of(_numbers(puzzle, proof))


def _numbers(puzzle: Puzzle, proof: Proof) -> Iterator[int]:
    atoms = ((cell, value) for cell, values in puzzle.narrowed.items() for value in values)
    number_of = {atom: number for number, atom in enumerate(atoms, 1)}
    atom_of = [0, *map(number_of.__getitem__, Atoms(puzzle.narrowed).facts)]
    for number, (clause, hints, reason) in enumerate(proof.steps or (), len(proof.answers) + 1):
        yield from (atom_of[literal] if literal > 0 else -atom_of[-literal] for literal in clause)
        yield 0
        yield from (number - hint for hint in hints)
        yield 0
        if reason is None:
            yield 0
        else:
            yield _key(puzzle, puzzle.rules[reason.rule])
            yield 0  # all rules of this key are tried
            yield 1 if reason.at is None else 3 * puzzle.number[reason.at[0]] - 1 + reason.at[1]


def _key(puzzle: Puzzle, rule: Primitive) -> int:
    """The number by which the library looks for a rule: of its cells, or the first ones of lines of sight."""
    cells: Iterable[Variable] = scope(rule)
    if isinstance(rule, primitives.Sum) and line_of_sight(rule) is not None:
        cells = (
            line.cells[0] for _, line in rule.terms if isinstance(line, primitives.Leading) and line.cells
        )
    return min((puzzle.number[cell] for cell in cells), default=1)


# ---- rules as terms ----


def _listed(items: Iterable[str], scope: str = "", between: str = ";") -> str:
    every = list(items)
    parts = [every[at : at + MOST_LISTED] for at in range(0, len(every), MOST_LISTED)] or [[]]
    pieces = [f"[{between.join(part)}]{scope}" for part in parts]
    return pieces[0] if len(pieces) == 1 else f"({' ++ '.join(pieces)})"


def _z(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _values(values: Iterable[int]) -> str:
    return _listed(map(_z, values))


class Terms:
    """The terms of a puzzle: its cells by their numbers, its rules as the library's constructors."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._number = puzzle, puzzle.number

    def puzzle(self) -> str:
        """The record with domains, shown cells and rules."""
        groups = groupby(self._puzzle.domains.items(), key=lambda pair: pair[1])
        domains = (
            f"map (fun c => (c, {_values(values)})) {self._cells(cell for cell, _ in those)}"
            for values, those in groups
        )
        rules = _listed(map(self._rule, self._puzzle.rules), between=";\n   ")
        shown = self._cells(self._puzzle.shown)
        listed = "\n    ++ ".join(domains) or "[]"
        return f"{{|\n  domains := {listed};\n  shown := {shown};\n  rules :=\n  {rules}\n|}}"

    def _cells(self, cells: Iterable[Any]) -> str:
        return _listed((str(self._number[cell]) for cell in cells), "%positive")

    def _links(self, links: Iterable[tuple[Any, Any]]) -> str:
        return _listed((f"({self._number[a]},{self._number[b]})" for a, b in links), "%positive")

    def _rule(self, rule: Any) -> str:
        match rule:
            case primitives.AllDifferent(cells, total, sets):
                own = self._cells(cells)
                if sets is not None:
                    fit = sorted(one for one in sets if total in (None, sum(one)))
                    return f"Sets {own} {_listed(map(_values, fit))}"
                return f"AllDifferent {own}" if total is None else f"Cage {own} {_z(total)}"
            case primitives.Count(cells, values, numbers):
                possible = sorted({number for number in numbers if 0 <= number <= len(cells)})
                return f"Count {self._cells(cells)} {_values(sorted(set(values)))} {_values(possible)}"
            case primitives.Sum(terms, totals) if (value := line_of_sight(rule)) is not None:
                lines = _listed(self._cells(scope(primitives.Sum((term,)))) for term in terms)
                return f"Seen {lines} {_z(value)} {_z(*totals)}"
            case primitives.Sum() | primitives.Table() | primitives.Regular() if any(
                isinstance(term, primitives.Contains) for term in terms_of(rule)
            ):
                alone = len(scope(rule)) == 1  # the library narrows by rules about one cell, and not by these
                return f"Or [[{self._automaton(rule)}]]" if alone else self._automaton(rule)
            case primitives.Sum(added, totals):
                number: Mapping[Any, int] = self._number
                listed = _listed(f"({_z(factor)},{number[cell]}%positive)" for factor, cell in added)
                return f"Sum {listed} {_values(sorted(set(totals)))}"
            case primitives.Table(cells, rows):
                domains: Mapping[Any, Sequence[int]] = self._puzzle.domains
                held = [domains[cell] for cell in cells]
                fit = sorted({row for row in rows if all(map(Sequence.__contains__, held, row))})
                return f"Table {self._cells(cells)} {_listed(map(_values, fit))}"
            case primitives.Regular():
                return self._automaton(rule)
            case primitives.Or(alternatives):
                return f"Or {_listed(_listed(map(self._rule, those)) for those in alternatives)}"
            case primitives.Connected(cells, values, links, roots, steps):
                own = f"{self._cells(cells)} {_values(sorted(values))} {self._links(links)}"
                limit = "None" if steps is None else f"(Some {steps}%nat)"
                rooted = roots or steps is not None
                return f"Rooted {own} {self._cells(roots)} {limit}" if rooted else f"Connected {own}"
            case primitives.AreasBySize(cells, links, values):
                return f"AreasBySize {self._cells(cells)} {self._links(links)} {_values(sorted(values))}"
            case primitives.Circuit(edges):
                points: dict[Any, int] = {}
                ends = [[points.setdefault(point, len(points) + 1) for point in edge] for edge in edges]
                drawn = (f"({self._number[e]},({p},{q}))" for e, (p, q) in zip(edges, ends, strict=True))
                return f"Loop {_listed(drawn, '%positive')}"
        raise AssertionError(rule)

    def _automaton(self, rule: Local) -> str:
        """A rule as the moves of its automaton; states keep their positions where letters are not values."""
        domains = self._puzzle.domains
        word = word_of(rule, domains)
        letters = [letters_of(term, domains) for term in word.cells]
        cells = self._cells(map(cell_of, word.cells))
        plain = not any(isinstance(term, primitives.Contains) for term in word.cells)
        layers = unrolled(list(map(list, letters)), word.start, repeat(word.step), word.accepts, MOST_MOVES)
        if layers is None:
            return f"Regular {cells} [] 0 []"
        states: dict[Any, int] = {}
        moves = dict.fromkeys(
            f"({states.setdefault((0 if plain else at, state), len(states))},{_z(value)},"
            f"{states.setdefault((0 if plain else at + 1, target), len(states))})"
            for at, (layer, own) in enumerate(zip(layers, letters, strict=True))
            for state, targets in layer.items()
            for letter, target in targets.items()
            for value in own[letter]
        )
        last = {target for targets in layers[-1].values() for target in targets.values()}
        final = sorted(states[0 if plain else len(layers), target] for target in last)
        return f"Regular {cells} {_listed(moves)} 0 {_values(final)}"
