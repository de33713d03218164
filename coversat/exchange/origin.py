"""The origin of an exported file, stated in its comments, so that the file can be decoded without others.

The comments contain the kind of the problem, the names of the reductions, the SHA-256 of the problem's text,
and the text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..base.errors import DecodeError, ParseError, ReductionError, UnknownRouteError
from ..base.version import VERSION
from ..problems import AnyForm, AnyProblem, read
from ..problems.cnf.rules import Cnf
from ..reductions import AnyReduction, Reduction
from ..reductions.paths import EncodingPath, apply_path, find_path, name_of

_KIND, _REDUCTION, _HASH, _PUZZLE = "kind ", "reduction ", "sha256 ", "puzzle "


_NOTHING = "none"
"""Instead of the names of reductions if the problem itself was written."""


@dataclass(frozen=True)
class Origin:
    """A problem, the form of its text, and the reductions that were applied."""

    problem: AnyProblem
    form: AnyForm
    path: EncodingPath

    def reduce_to(self, kind: str) -> AnyReduction:
        """Reduce the problem to this kind.

        Raise `ReductionError` for an instance that an encoding does not take; `UnknownRouteError` if the
        rules lead to another kind.
        """
        reduction = apply_path(self.path, self.problem)
        if reduction.target.kind != kind:
            raise UnknownRouteError(f"the reduction leads to {reduction.target.kind}, not to {kind}")
        return reduction

    def derive(self) -> Reduction[Any, Cnf]:
        """The reduction to a formula with its origin in comments; a given formula keeps its own.

        Raise `ReductionError` or `UnknownRouteError` as `reduce_to` and `lines` do.
        """
        reduction = self.reduce_to(Cnf.kind)
        formula: Cnf = reduction.target
        return reduction._replace(target=replace(formula, comments=self.lines()) if self.path else formula)

    def lines(self) -> tuple[str, ...]:
        """The lines for the comments.

        Raise `ReductionError` for a problem that cannot be read back from them, or whose text is not ASCII,
        which solvers need.
        """
        try:
            text = problem_text(self.problem, self.form)
        except ValueError as error:
            raise ReductionError(f"the {self.problem.kind} has no text: {error}") from None
        lines = self.stated(text)
        try:
            read_back = read_origin(lines)
        except DecodeError:
            read_back = None
        if read_back is None or read_back.problem != self.problem:
            raise ReductionError(f"the {self.problem.kind}'s text does not read back as the same problem")
        return lines

    def stated(self, text: str) -> tuple[str, ...]:
        """The lines with this text of the problem, which the caller knows to read back; see `lines`."""
        if not text.isascii():
            raise ReductionError("the problem's text is not ASCII, as exported files are: rename its items")
        return (
            f"coversat {VERSION}",
            _KIND + self.problem.kind,
            _REDUCTION + (name_of(self.path) or _NOTHING),
            *(f"rests_on {one.file}" for one in self.path if one.file),
            _HASH + _hash(text),
            *((_PUZZLE + line).rstrip() for line in text.splitlines()),
        )


def read_origin(lines: Sequence[str]) -> Origin | None:
    """The origin that comments state, or None. Raise `DecodeError` if it was changed or cannot be read."""
    stated = {
        key: [line[len(key) :] for line in lines if line.startswith(key)]
        for key in (_KIND, _REDUCTION, _HASH)
    }
    if not stated[_KIND]:
        return None
    # Comments lose trailing spaces; every form reads its text without them.
    puzzle = [line[len(_PUZZLE) :] for line in lines if line.startswith(_PUZZLE) or line == _PUZZLE.rstrip()]
    text = "".join(line + "\n" for line in puzzle)
    if stated[_HASH] != [_hash(text)] or len(stated[_REDUCTION]) != 1:
        raise DecodeError("the problem in its comments was changed: its SHA-256 does not match")
    try:
        reading = read(text, stated[_KIND][0])
        rules = find_path(stated[_KIND][0], stated[_REDUCTION][0].removeprefix(_NOTHING))
    except (KeyError, ParseError, UnknownRouteError) as error:
        raise DecodeError(f"the problem in its comments cannot be read: {error}") from None
    if len(reading.problems) != 1:
        raise DecodeError("its comments do not hold exactly one problem")
    return Origin(reading.problems[0], reading.form, rules)


def _hash(text: str) -> str:
    stripped = "".join(line.rstrip() + "\n" for line in text.splitlines())
    return hashlib.sha256(stripped.encode()).hexdigest()


def problem_text(problem: AnyProblem, form: AnyForm | None = None) -> str:
    """The text of a problem in `form`, or, if that cannot state it, in the form for every problem."""
    if form is not None and form.write is not None:
        try:
            return form.write([problem])
        except ValueError:
            pass
    return problem.format()
