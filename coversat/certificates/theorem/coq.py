"""The texts of a theorem in Coq: the statement, the proof, and the lines that a stranger can type.

A proof is a text of numbers. The library reads it, and nothing depends on how: a proof that is misread is
refused, or is another correct proof.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ...solvers.findings import Verdict
from ..certificate import Claim
from .clauses import facts_of
from .rules import (
    AllDifferent,
    AreasBySize,
    Board,
    Cage,
    Connected,
    Count,
    If,
    Loop,
    Or,
    Puzzle,
    Regular,
    Rooted,
    Rule,
    Seen,
    Sets,
    Sum,
    Table,
)
from .search import Proof

PART = 2000
"""The characters of one text; Coq's parser overflows its stack with much longer ones."""
BASE, FIRST = 46, ord("#")
"""Numbers are written in this base, with other characters for their last digits than for those before."""
MOST_LISTED = 1000
"""The most elements of a list that is written in one piece."""


class Statement(NamedTuple):
    """What a theorem is about.

    Attributes
    ----------
    module : str or None
        The module of the kind, such as ``Sudoku``, which reads the text; None for rules as data.
    text : str
        The puzzle's text.
    data : Puzzle
        The rules that the library finds in the text, or that are written out.
    """

    module: str | None
    text: str
    data: Puzzle


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
_README = """# A theorem about a puzzle

`puzzle.txt` is a {kind}. It is proved in Coq that it `{claim}`. {rules}

To check it, you need Coq 8.16 with its standard library, in Debian and Ubuntu `apt-get install coq`, and
nothing else. In this folder:

{commands}

The last command must print `{accepted}`. `check.v` is short enough to type yourself: it states
the theorem again, with the text of the puzzle, and takes nothing from `theorem.v` but the proof.

What has to be believed: Coq's kernel with its virtual machine; that the text in `check.v` is the puzzle; and
what {read} say.
Nothing else does: a mistake in the rest of the library, or in the program that found the proof, makes Coq
refuse it. `coqchk -o -Q library Coversat -Q . "" check` checks all again, with the standard library.
"""
_PROOF = "vm_cast_no_check (eq_refl Proved). Qed.\n"


def theorem_text(statement: Statement, claim: Claim, answers: Sequence[str], steps: str | None) -> str:
    """The file with the theorem; answers and steps as texts of numbers."""
    lemma = f"{_LEMMAS[claim.verdict] if claim.count is None else 'exactly'} _ answers"
    lemma += ("" if steps is None else " steps") + ("" if claim.count is None else f" {claim.count}%nat")
    return (
        f"{_defined(statement, answers, steps)}\nTheorem proved : {_proposition(statement, claim)}.\n"
        f"Proof. apply ({lemma}). {_PROOF}"
    )


def fault_text(statement: Statement, claim: Claim, answers: Sequence[str], steps: str | None) -> str:
    """A file that prints what is wrong with a proof."""
    read = "Some data" if statement.module is None else f"Kinds.{statement.module}.read text"
    verdict = f"verdict_several ({read}) answers"
    if claim.needs_proof:
        verdict = f"verdict_exactly ({read}) answers steps {claim.total}%nat"
    return f"{_defined(statement, answers, steps)}\nEval vm_compute in {verdict}.\n"


def _defined(statement: Statement, answers: Sequence[str], steps: str | None) -> str:
    defined = (
        _DATA.format(_puzzle(statement.data))
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
    kind = f" Coversat.Kinds.{statement.module}" if statement.module else ""
    return (
        f"Require Coversat.Rules{kind} theorem.\nImport Coq.Strings.String.\n"
        f"Definition checked : {_proposition(statement, claim, qualified=True)} := theorem.proved.\n"
        "Print Assumptions checked.\n"
    )


def _proposition(statement: Statement, claim: Claim, qualified: bool = False) -> str:
    rules, file = ("Coversat.Rules.", "theorem.") if qualified else ("", "")
    if statement.module is None:
        read = f"Some {file}data"
    else:
        text = _string(statement.text) + "%string" if qualified else "text"
        read = f"{'Coversat.' if qualified else ''}Kinds.{statement.module}.read {text}"
    claimed = claim_term(claim)
    return f"{rules}the_puzzle ({read}) {rules + claimed if claim.count is None else f'({rules}{claimed})'}"


def readme_text(statement: Statement, claim: Claim, kind: str, files: Sequence[str]) -> str:
    """What is proved, what has to be believed, and the commands."""
    if statement.module is None:
        rules = "Its rules are those that coversat states: `data` in `theorem.v`."
        read = "`data` in `theorem.v`, and `library/Rules.v`"
    else:
        rules = f"`library/Kinds/{statement.module}.v` reads this text and says what the rules are."
        read = f"`library/Rules.v`, `library/Text.v` and `library/Kinds/{statement.module}.v`"
    commands = [f"coqc -Q library Coversat {name}" for name in (*(f"library/{one}" for one in files), *FILES)]
    return _README.format(
        kind=kind,
        claim=claim_term(claim),
        rules=rules,
        read=read,
        commands="\n".join(f"    {command}" for command in commands),
        accepted=ACCEPTED,
    )


FILES = THEOREM, CHECK = "theorem.v", "check.v"
ACCEPTED = "Closed under the global context"
"""What Coq prints of a theorem that rests on no axiom."""


_LEMMAS = {
    Verdict.NONE: "no_answer",
    Verdict.UNIQUE: "exactly_one_answer",
    Verdict.MULTIPLE: "several_answers",
}
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


def answer_text(puzzle: Puzzle, answer: Board) -> str:
    """An answer: the values of all cells, in the order of the domains."""
    return text_of(answer[cell] for cell in puzzle.domains)


def steps_text(proof: Proof) -> str:
    """The steps of a proof."""
    return text_of(_numbers(proof))


def _numbers(proof: Proof) -> Iterator[int]:
    puzzle = proof.puzzle
    place = {cell: at for at, cell in enumerate(puzzle.domains)}
    atoms = ((cell, value) for cell, values in puzzle.domains.items() for value in values)
    number_of = {atom: number for number, atom in enumerate(atoms, 1)}
    atom_of = [0, *(number_of[fact] for fact in facts_of(puzzle.domains))]
    keys = list(map(_key, puzzle.rules))
    which = _which(keys) if puzzle.is_ordered else [0] * len(keys)
    for number, (clause, hints, reason) in enumerate(proof.steps or (), len(proof.answers) + 1):
        yield from (atom_of[literal] if literal > 0 else -atom_of[-literal] for literal in clause)
        yield 0
        yield from (number - hint for hint in hints)
        yield 0
        if reason is None:
            yield 0
            continue
        yield place[keys[reason.rule]] + 1
        yield which[reason.rule]
        yield 1 if reason.at is None else 2 + 3 * place[reason.at[0]] + reason.at[1]


def _key(rule: Rule) -> int:
    """The cell by which the library looks for a rule: its least; of lines of sight, of their first cells."""
    cells = (line[0] for line in rule.lines if line) if isinstance(rule, Seen) else rule.cells
    return min(cells, default=1)


def _which(keys: Iterable[int]) -> list[int]:
    """For each rule its number among those with the same key."""
    seen = Counter[int]()
    found = []
    for key in keys:
        seen[key] += 1
        found.append(seen[key])
    return found


# ---- rules as terms ----


def _listed(items: Iterable[str], scope: str = "") -> str:
    every = list(items)
    parts = [every[at : at + MOST_LISTED] for at in range(0, len(every), MOST_LISTED)] or [[]]
    pieces = [f"[{';'.join(part)}]{scope}" for part in parts]
    return pieces[0] if len(pieces) == 1 else f"({' ++ '.join(pieces)})"


def _cells(cells: Iterable[int]) -> str:
    return _listed(map(str, cells), "%positive")


def _z(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _values(values: Iterable[int]) -> str:
    return _listed(map(_z, values))


def _links(links: Iterable[tuple[int, int]]) -> str:
    return _listed((f"({a},{b})" for a, b in links), "%positive")


def _rule(rule: Rule) -> str:
    name = type(rule).__name__
    match rule:
        case AllDifferent(cells):
            return f"{name} {_cells(cells)}"
        case Cage(cells, total):
            return f"{name} {_cells(cells)} {_z(total)}"
        case Sets(cells, rows) | Table(cells, rows):
            return f"{name} {_cells(cells)} {_listed(map(_values, rows))}"
        case Count(cells, values, numbers):
            return f"{name} {_cells(cells)} {_values(values)} {_values(numbers)}"
        case Sum(terms, totals):
            return f"{name} {_listed(f'({_z(k)},{c}%positive)' for k, c in terms)} {_values(totals)}"
        case Regular(cells, moves, start, final):
            steps = _listed(f"({s},{_z(v)},{t})" for s, v, t in moves)
            return f"{name} {_cells(cells)} {steps} {start} {_values(final)}"
        case Seen(lines, value, total):
            return f"{name} {_listed(map(_cells, lines))} {_z(value)} {_z(total)}"
        case Connected(cells, values, links):
            return f"{name} {_cells(cells)} {_values(values)} {_links(links)}"
        case Rooted(cells, values, links, roots, steps):
            limit = "None" if steps is None else f"(Some {steps}%nat)"
            return f"{name} {_cells(cells)} {_values(values)} {_links(links)} {_cells(roots)} {limit}"
        case AreasBySize(cells, links, values):
            return f"{name} {_cells(cells)} {_links(links)} {_values(values)}"
        case Loop(edges):
            return f"{name} {_listed((f'({c},({p},{q}))' for c, (p, q) in edges), '%positive')}"
        case If(cell, value, these):
            held = _listed(f"({c}%positive,{_z(v)})" for c, v in these)
            return f"{name} {cell}%positive {_z(value)} {held}"
        case Or(alternatives):
            return f"{name} {_listed(_listed(map(_rule, those)) for those in alternatives)}"


def _puzzle(puzzle: Puzzle) -> str:
    groups = groupby(puzzle.domains.items(), key=lambda pair: pair[1])
    domains = (
        f"map (fun c => (c, {_values(values)})) {_cells(cell for cell, _ in those)}"
        for values, those in groups
    )
    rules = ["  [" + ";\n   ".join(map(_rule, part)) + "]" for part in _pieces(puzzle.rules)]
    return (
        "{|\n  domains := " + "\n    ++ ".join(domains) + f";\n  shown := {_cells(puzzle.shown)};\n"
        "  rules :=\n" + "\n  ++\n".join(rules) + "\n|}"
    )


def _pieces(rules: Sequence[Rule]) -> Sequence[Sequence[Rule]]:
    return [rules[at : at + MOST_LISTED] for at in range(0, len(rules), MOST_LISTED)] or [()]
