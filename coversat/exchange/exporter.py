"""Exports of many problems of a kind by the same reductions: what their formulas share is written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from ..base.errors import ReductionError
from ..problems import AnyForm, AnyProblem
from ..problems.cnf.rules import Cnf, dimacs_lines
from ..reductions import AnyReduction, Sharing
from ..reductions.paths import EncodingPath, class_of, lacking
from .cnf_formats import DIMACS
from .format import Format
from .gbd import GbdHash
from .origin import Origin

SHAPES = 4
"""The shapes whose formulas are kept as text; one of a large board takes a few megabytes."""


class Exported(NamedTuple):
    """The text of a problem in an export format, and what is to be said of it.

    * pieces: the text; a list if it is known already, or made while it is written.
    * keeps: the class of the reduction.
    * lacks: the rules that no clause states.
    * projection: the number of variables on which answers are projected.
    * gbd (() -> str or None): the hash of the benchmark database, once the text was written; None if the text
      is no formula.
    """

    pieces: Iterable[bytes]
    keeps: str
    lacks: tuple[str, ...]
    projection: int | None
    sizes: Mapping[str, int]
    gbd: Callable[[], str] | None


class Exporter:
    """Exports problems of one kind.

    * path (encodings): the reductions, which lead to what the format writes.
    """

    def __init__(self, form: Format, path: EncodingPath) -> None:
        self.form, self.path = form, path
        alone = len(path) == 1 and form is DIMACS
        self._sharing: Sharing[Any] | None = path[0].sharing if alone else None
        self._formula_of = lru_cache(SHAPES)(self._shared)

    def of(self, problem: AnyProblem, text_form: AnyForm, read_from: str | None = None) -> Exported:
        """The export of a problem, whose comments state it in this form; errors as `exchange.export`.

        `read_from`: the text in this form from which it was read, if that is known.
        """
        origin = Origin(problem, text_form, self.path)
        shape = None if self._sharing is None else self._sharing.shape(problem)
        if self._sharing is not None and shape is not None:
            return self._formula_of(self._sharing, shape).of(origin, read_from)
        reduction, lines = self.form.reduced(origin)
        pieces = (line.encode() for line in lines)
        if self.form is not DIMACS:
            return Exported(pieces, *self._facts(reduction), None)
        gbd = GbdHash()
        return Exported(gbd.watching(pieces), *self._facts(reduction), gbd.hex)

    def without(self, problem: AnyProblem, text_form: AnyForm, answer: Any) -> Exported:
        """The export of a problem with a clause more, at the end, that excludes an answer.

        Raise `ReductionError` where nothing can be excluded: in a format that is not DIMACS.
        """
        if self.form is not DIMACS:
            raise ReductionError(
                f"an answer is excluded by a further clause in dimacs, not in {self.form.name}"
            )
        origin = Origin(problem, text_form, self.path)
        reduction = origin.reduce_to(DIMACS.target)
        cnf: Cnf = reduction.target.complete("a formula without an answer")
        clause = tuple(-literal for literal in reduction.encode(answer))
        target = replace(cnf, clauses=(*cnf.clauses, clause))
        gbd = GbdHash()
        lines = DIMACS.lines(DIMACS.comments(origin.lines()), reduction._replace(target=target))
        pieces = gbd.watching(line.encode() for line in lines)
        return Exported(pieces, *self._facts(reduction._replace(target=target)), gbd.hex)

    def _facts(self, reduction: AnyReduction) -> tuple[str, tuple[str, ...], int | None, Mapping[str, int]]:
        target = reduction.target
        projection: Sequence[int] | None = getattr(target, "projection", None)
        shown = None if projection is None else len(projection)
        return class_of(self.path, reduction), lacking(reduction), shown, self.form.sizes(reduction)

    def _shared(self, sharing: Sharing[Any], shape: Any) -> _SharedFormula:
        reduction = sharing.reduce(shape)
        return _SharedFormula(reduction, sharing.forced, self._facts(reduction))


class _SharedFormula:
    """The DIMACS text of a shape, to which a problem adds comments, unit clauses and their number."""

    def __init__(
        self,
        reduction: AnyReduction,
        forced: Callable[[AnyReduction, Any], tuple[int, ...]],
        facts: tuple[str, tuple[str, ...], int | None, Mapping[str, int]],
    ) -> None:
        self._reduction, self._forced = reduction, forced
        self._keeps, self._lacks, self._projection, self._sizes = facts
        cnf: Cnf = reduction.target
        lines = [line.encode() for line in dimacs_lines(cnf)]
        at = next(at for at, line in enumerate(lines) if line.startswith(b"p cnf "))
        self._head, self._clauses = b"".join(lines[:at]), b"".join(lines[at + 1 :])
        self._gbd = GbdHash()
        self._gbd.update(self._clauses)
        self._forms: set[str] = set()
        """Forms whose texts of a board of this shape are known to be recognised."""

    def of(self, origin: Origin, read_from: str | None) -> Exported:
        literals = self._forced(self._reduction, origin.problem)
        units = b"".join([b"%d 0\n" % literal for literal in literals])
        sizes = dict(self._sizes)
        for name in ("clauses", "literals"):
            sizes[name] += len(literals)
        header = b"p cnf %d %d\n" % (sizes["variables"], sizes["clauses"])
        comments = "".join(DIMACS.comments(self._origin_lines(origin, read_from))).encode()
        gbd = self._gbd.copy()
        gbd.update(units)
        pieces = [comments, self._head, header, self._clauses, units]
        return Exported(pieces, self._keeps, self._lacks, self._projection, sizes, gbd.hex)

    def _origin_lines(self, origin: Origin, read_from: str | None) -> Sequence[str]:
        """As `Origin.lines`; of a form that was recognised before, at most the reading is tried."""
        form = origin.form
        if form.name in self._forms and form.write is not None:
            with suppress(ValueError):  # of a problem that this form cannot state, or read again
                text = form.write([origin.problem])
                if text.strip() == read_from or form.read(text) == (origin.problem,):
                    return origin.stated(text)
        lines = origin.lines()
        self._forms.add(form.name)
        return lines
