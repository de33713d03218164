"""Every answer listed, and a VeriPB proof that the cover has no other: for counts that one can list.

The formula is the cover itself as pseudo-Boolean constraints, with no CNF between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from ...exchange.formats.opb import opb_lines
from ...exchange.linear import LinearCover
from ...files import NewFolder
from ...kinds.exact_cover.rules import ExactCover
from ...proofs import ProofError, check_enumeration
from ...routing import Rules, way_to
from ...solvers.bitset_cover import PreparedCover
from ..deep.stated import Stated, stated_cover
from ..layout import LONG, CertificateError, Claim
from .enumeration_log import EnumerationLog, preserved
from .form import Case, Given, Step, answer_in

FORMULA = "formula.opb"
PROOF = "proof.pbp"
ANSWERS = "answers.txt"

_HEADING = re.compile(rb"answer ([0-9]{1,12}), ([0-9]{1,8}) bytes\n")


class Enumeration:
    """The form; see the module's text."""

    kind = "cover"
    counts = True
    solver_name = "bitset"
    solver = f"{solver_name}: exact cover by bit sets, by units alone"

    def way(self, kind: str) -> Rules:
        """The shortest."""
        return way_to(kind, self.kind)

    def files(self, claim: Claim) -> Mapping[str, int]:
        """The cover, the proof and the answers."""
        return dict.fromkeys((FORMULA, PROOF, ANSWERS), LONG)

    def write(self, case: Case, folder: NewFolder) -> dict[str, int]:
        """Search for all answers, or for two where they are not counted, and log each step."""
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
            for step in log.log(prepared.trace(case.meter)):
                text = case.keep(reduction.decode(step.cover), self.solver_name)
                if case.found == 2 and not case.counting:
                    return {}
                answers.write(b"answer %d, %d bytes\n" % (case.found, len(text)))
                answers.write(text)
            log.end()
        return sizes(cover, linear)

    def check(self, given: Given) -> Iterator[Step]:
        """The cover, the answers, the proof."""
        yield "the cover", lambda: _same_cover(given)
        yield "the answers", lambda: _right_answers(given)
        yield "the proof", lambda: _proved(given)

    def stated(self, given: Given) -> Stated:
        """The cover."""
        cover = given.origin().reduce_to(self.kind).target
        linear = LinearCover(cover)
        return stated_cover(cover, linear, tuple(preserved(linear, cover.table)))

    def commands(self, claim: Claim, path: Callable[[str], str]) -> Iterator[str]:
        """VeriPB's."""
        said = f"COMPLETE ENUMERATION OF {claim.total} SOLUTIONS" if claim.total else "UNSATISFIABLE"
        yield f"veripb {path(FORMULA)} {path(PROOF)}   # must print 's VERIFIED {said}'"


ENUMERATION = Enumeration()


def formula_text(cover: ExactCover, linear: LinearCover) -> bytes:
    """The cover as OPB, with the variables that tell answers apart."""
    told_apart = " x".join(["preserved:", *map(str, preserved(linear, cover.table))])
    return "".join(opb_lines([f"{told_apart} ;\n"], linear)).encode("ascii")


def sizes(cover: ExactCover, linear: LinearCover) -> dict[str, int]:
    """Those of the formula, for the summary."""
    return {
        "variables": linear.variable_count,
        "preserved": len(preserved(linear, cover.table)),
        "items": cover.table.item_count,
    }


def _same_cover(given: Given) -> str:
    cover = given.origin().reduce_to(Enumeration.kind).target
    linear = LinearCover(cover)
    text = formula_text(cover, linear)
    if given.files[FORMULA].read(len(text) + 1) != text:
        raise CertificateError(f"{FORMULA} is not the cover that the puzzle reduces to")
    if given.sizes != sizes(cover, linear):
        raise CertificateError("the summary states other sizes")
    return f"{cover.table.item_count} items, derived again from the puzzle: the same"


def _right_answers(given: Given) -> str:
    """All different, and as many as are claimed."""
    problem, seen = given.problem, set[Any]()
    for text in given.deadline.through(_answer_texts(given.files[ANSWERS])):
        what = f"{ANSWERS}: answer {len(seen) + 1}"
        answer = answer_in(given, text, what)
        if problem.render(answer) + "\n" != text:
            raise CertificateError(f"{what} is not written as answers are")
        identity = problem.identity(answer)
        if identity in seen:
            raise CertificateError(f"{what} stands there twice")
        seen.add(identity)
    if len(seen) != given.claim.total:
        raise CertificateError(f"{ANSWERS} has {len(seen)} answers, and {given.claim.total} are claimed")
    return f"{len(seen)}, all different, obey the puzzle's rules"


def _answer_texts(file: BinaryIO) -> Iterator[str]:
    """The texts of the answers, without their headings."""
    number = 0
    while heading := file.readline(80):
        number += 1
        found = _HEADING.fullmatch(heading)
        if found is None or int(found[1]) != number:
            raise CertificateError(f"{ANSWERS}: expected 'answer {number}, SO MANY bytes'")
        content = file.read(int(found[2]))
        if len(content) != int(found[2]):
            raise CertificateError(f"{ANSWERS} ends within answer {number}")
        try:
            yield content.decode()
        except UnicodeDecodeError:
            raise CertificateError(f"{ANSWERS} is not UTF-8") from None


def _proved(given: Given) -> str:
    formula, proof = given.files[FORMULA], given.files[PROOF]
    formula.seek(0)
    try:
        count = check_enumeration(formula, proof, given.deadline)
    except ProofError as error:
        raise CertificateError(str(error)) from None
    if count != given.claim.total:
        raise CertificateError(f"it is one of {count} answers, and {given.claim.total} are claimed")
    return f"{FORMULA} has exactly {count} solutions on its preserved variables"
