"""Wrong claims of every sort, for every kind: Coq itself refuses them, and `verify` refuses forged folders.

Each is a theorem about another puzzle or with rules left out, or its proof was changed, or it is another
puzzle's. `Fail Qed` in one file for each kind states that Coq's kernel refuses them; the unchanged theorem
is in the same file, and accepted. Some sorts do not exist for some kinds, see `absent`.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from certificate_changes import Change, edit, refused_at, replace, sign_again
from coq_library import compiled, coqc, needs_coq
from wrong_theorems import (
    ADDED,
    ANOTHERS,
    CHANGED,
    CUT,
    LEFT_OUT,
    REMOVED,
    SHORT,
    SORTS,
    UNIQUE,
    Wrong,
    every_case,
    puzzles,
    wrong_claims,
)

from coversat.certificates import write_certificate as certify
from coversat.certificates.theorem.coq import ACCEPTED, check_text
from coversat.certificates.theorem.library import kinds
from coversat.primitives import AreasBySize, Circuit, Connected

EVERY_CASE = pytest.mark.parametrize("case", every_case())
NONE_UNIQUE = {"langford", "naesat", "partition"}
"""Kinds none of whose examples and instances has one answer: with each answer another one is right."""
FULL = {"dominosa", "starbattle"}
"""Kinds in whose texts each cell has its number or region: clues are changed, and none removed or added."""
BOARDS = {"fillomino", "kakurasu", "nurikabe"}
"""Kinds that are proved as data, and have texts of clues and blank cells."""
OF_BOARDS = {CHANGED, REMOVED, ADDED, LEFT_OUT, CUT, ANOTHERS}
"""Sorts that need not be there for graphs and formulas, whose texts have no blank cells."""


def absent(case: str) -> set[str]:
    """The sorts that need not be there: cuts where nothing is connected, and texts where rules are data."""
    graphs = (Connected, Circuit, AreasBySize)
    has_cuts = any(isinstance(rule, graphs) for own in puzzles(case) for rule in own.puzzle.rules)
    is_read = case.split(",")[0] in kinds()
    return {
        *({REMOVED, ADDED} if case in FULL else ()),
        *(() if has_cuts else {CUT}),
        *(() if is_read else {SHORT}),
        *(() if is_read or case in BOARDS else OF_BOARDS),
    }


WITHOUT = """
Definition without (other : list text_part) (read : option puzzle) : option puzzle :=
  match read with
  | None => None
  | Some p => Some {| domains := domains p; shown := shown p;
                      rules := filter (Coversat.Checker.Any.obeys (board_of p other)) (rules p) |}
  end.
"""
"""The rules that a board obeys."""


def printed(files: Mapping[str, str], folder: Path) -> str:
    """What Coq prints of the last of some files; raise `AssertionError` if it refuses one."""
    said = ""
    for name, text in files.items():
        (folder / name).write_text(text)
        said = coqc(compiled(), folder / name)
    return said


def module(name: str, theorem: str, refused: bool = True, more: str = "") -> str:
    """A theorem in a module of its own, stated to be refused."""
    body = theorem.partition("Checker.Theorems.\n")[2]
    body = re.sub(r"^From Coversat Require .*\n", "", body)
    proof = body.replace(" Qed.", " Fail Qed. Abort.") if refused else body
    return f"Module {name}.\n{proof}{more}End {name}.\n"


def tried(case: str, claims: list[Wrong], folder: Path) -> str:
    """Coq's word on all claims, and on the right one."""
    right = puzzles(case)[0].wrong("").theorem()
    head = right.partition("Checker.Theorems.\n")
    reader = kinds().get(case.split(",")[0])
    text = head[0] + head[1] + (f"From Coversat Require Kinds.{reader}.\n" if reader else "") + WITHOUT
    text += module("right", right, refused=False)
    for number, claim in enumerate(claims):
        text += module(f"wrong{number}", claim.theorem(), more=claim.fault())
        if claim.other is not None:
            text += module(f"opposite{number}", claim.opposite(), refused=False)
    return printed({"theorem.v": text}, folder)


@needs_coq
@pytest.mark.thorough
@EVERY_CASE
def test_wrong_claims_are_refused(case: str, tmp_path: Path) -> None:
    if case in NONE_UNIQUE:
        assert not puzzles(case)
        return
    claims = list(wrong_claims(case))
    faults = re.findall(r"^     = (\w+)", tried(case, claims, tmp_path), re.M)
    assert len(faults) == len(claims)
    assert "Proved" not in faults
    for claim, fault in zip(claims, faults, strict=True):
        assert fault != "Unreadable" or claim.sort == SHORT
    counts = Counter(claim.sort for claim in claims)
    assert set(SORTS) - absent(case) <= counts.keys()


@needs_coq
@pytest.mark.thorough
def test_the_refusals_are_seen(tmp_path: Path) -> None:
    """A theorem that holds is not refused, so that the other tests can fail."""
    with pytest.raises(AssertionError, match="has not failed"):
        tried("sudoku", [puzzles("sudoku")[0].wrong("nothing is wrong")], tmp_path)


# ---- forged files ----

TRIVIAL = "Proof. eexists. split; [vm_compute; reflexivity | exact I]. Qed.\n"
PROVED = "Proof. exact I. Qed.\n"
WRONG = "Proof. destruct wrong. Qed.\n"
READS_NOTHING = "Proof. eexists. split; [reflexivity | exists (fun _ => BinInt.Z0)]. firstorder. Qed.\n"
READER = "Definition read (_ : string) := Some {| domains := []; rules := []; shown := [] |}."
ASSUMED = {
    "an axiom": ("Axiom wrong : False.\n", WRONG),
    "a parameter of a module": (
        "Module Type T. Parameter wrong : False. End T. Declare Module M : T. Import M.\n",
        WRONG,
    ),
    "recursion without end": (
        "#[bypass_check(guard)] Fixpoint loop (n : nat) : False := loop n.\nDefinition wrong := loop 0.\n",
        WRONG,
    ),
    "a type that is not positive": (
        "#[bypass_check(positivity)] Inductive bad := C : (bad -> False) -> bad.\n"
        "Definition f (b : bad) : False := match b with C f => f b end.\nDefinition wrong := f (C f).\n",
        WRONG,
    ),
    "admitted": ("", "Proof. Admitted.\n"),
}
"""What stands before the theorem, and its proof: `check.v` is accepted, and prints what is assumed."""
REFUSED = {
    "a notation": ("Notation the_puzzle := (fun _ _ => True).\n", PROVED),
    "a notation of the claim": ("Notation has_exactly_one_answer := (fun _ => True).\n", TRIVIAL),
    "a definition of the claim": ("Definition has_exactly_one_answer (p : puzzle) := True.\n", TRIVIAL),
    "a definition of a theorem": (
        "Definition the_puzzle (read : option puzzle) (claim : puzzle -> Prop) := True.\n",
        PROVED,
    ),
}
"""The same, where `check.v` itself is refused."""


def forged(case: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Names and theorems, which Coq accepts, of both sorts."""
    own = puzzles(case)[0]
    head, _, rest = own.wrong("").theorem().partition("Theorem proved")
    stated = f"Theorem proved{rest.partition('Proof.')[0]}"
    reader = own.statement.module
    refused = dict(REFUSED)
    if reader is not None:
        refused["another reader"] = (
            f"Module Kinds. Module {reader}. {READER} End {reader}. End Kinds.\n",
            READS_NOTHING,
        )
    both = [
        [(name, f"{head}{before}{stated}{proof}") for name, (before, proof) in table.items()]
        for table in (ASSUMED, refused)
    ]
    if reader is not None:
        others = (one for one in (*puzzles(case), *puzzles(case.split(",")[0])) if one.problem != own.problem)
        both[1].append(("another text", next(others).wrong("").theorem()))
    return both[0], both[1]


@needs_coq
@pytest.mark.thorough
@EVERY_CASE
def test_forged_files_do_not_pass_the_lines_of_check(case: str, tmp_path: Path) -> None:
    """Coq accepts the forged theorems; `check.v` is refused, or prints what is assumed.

    Each theorem is a module of one file here, and `check.v` names it there.
    """
    if case in NONE_UNIQUE:
        return
    own = puzzles(case)[0]
    assumed, refused = forged(case)
    right = own.wrong("").theorem().partition("Checker.Theorems.\n")
    reader = own.statement.module
    text = right[0] + right[1] + (f"From Coversat Require Kinds.{reader}.\n" if reader else "")
    head, statement, end = re.split(r"(?=^Definition|^Print)", check_text(own.statement, UNIQUE), flags=re.M)
    check = head
    for number, (_, theorem) in enumerate((*assumed, *refused)):
        text += module(f"forged{number}", theorem, refused=False)
        checked = f"checked{number}"
        stated = statement.replace("theorem.", f"theorem.forged{number}.").replace("checked", checked)
        check += stated + end.replace("checked", checked) if number < len(assumed) else f"Fail {stated}"
    said = printed({"theorem.v": text, "check.v": check}, tmp_path)
    assert said.count("Axioms:") == len(assumed)
    assert ACCEPTED not in said


@needs_coq
@pytest.mark.thorough
@pytest.mark.parametrize("kind", sorted(kinds()))
def test_a_theorem_of_another_library_is_not_taken(kind: str, tmp_path: Path) -> None:
    """Whose reader finds a puzzle without rules in each text; there, even `check.v` is accepted."""
    own, reader = puzzles(kind)[0], kinds()[kind]
    library, other = compiled(), tmp_path / "other"
    shutil.copytree(library, other)
    file = other / "Kinds" / f"{reader}.v"
    file.write_text(file.read_text().replace("Definition read (", "Definition read_it (") + READER)
    coqc(other, file)
    head, _, rest = own.wrong("").theorem().partition("Theorem proved")
    theorem, check = tmp_path / "theorem.v", tmp_path / "check.v"
    theorem.write_text(f"{head}Theorem proved{rest.partition('Proof.')[0]}{READS_NOTHING}")
    check.write_text(check_text(own.statement, UNIQUE))
    coqc(other, theorem)
    assert coqc(other, check).strip() == ACCEPTED
    with pytest.raises(AssertionError, match="makes inconsistent assumptions over library"):
        coqc(library, check)


@pytest.mark.thorough
@EVERY_CASE
def test_forged_folders_are_refused(case: str, tmp_path: Path) -> None:
    """Without Coq: at the first check that can notice it."""
    if case in NONE_UNIQUE:
        return
    own = puzzles(case)[0]
    folder = tmp_path / "c"
    certify(own.problem, folder, proof="theorem")
    theorem = (folder / "theorem.v").read_text()
    texts = {name: text for those in forged(case) for name, text in those}
    texts |= {"cut short": theorem[: len(theorem) * 2 // 3], "a line less": theorem.rpartition("Proof.")[0]}
    changes: list[tuple[str, Change]] = [
        ("the proof's text", edit("theorem.v", lambda _, text=text: text)) for text in texts.values()
    ]
    changes.append(("the library", edit("library/Rules.v", lambda text: text.replace("/\\ ", "\\/ "))))
    if own.statement.module is not None:
        kind = f"library/Kinds/{own.statement.module}.v"
        changes.append(
            ("the library", edit(kind, lambda text: text.replace("Definition read (", READER + "(")))
        )
        changes.append(("the statement", edit("puzzle.txt", lambda text: f"{text}\n")))
    changes.append(("the statement", replace("check.v", "has_exactly_one_answer", "has_several_answers")))
    assert refused_at(folder) in (None, "the theorem")
    for number, (what, change) in enumerate(changes):
        changed = tmp_path / str(number)
        shutil.copytree(folder, changed)
        change(changed)
        sign_again(changed)
        assert refused_at(changed) == what, (number, what)
