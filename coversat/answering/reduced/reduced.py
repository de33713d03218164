"""A problem that was reduced, as a value to explore: its target, the way there and back, and its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...base.arguments import seconds, whole_or_none
from ...base.deadline import Deadline
from ...base.errors import ArgumentError, ReductionError
from ...base.wording import counted
from ...problems import AnyProblem
from ...problems.cnf.rules import Clause, Cnf
from ...problems.exact_cover.rules import ExactCover
from ...reductions import AnyReduction
from ...reductions.paths import EncodingPath, class_of, composed, lacking, name_of, refuse_counts, steps_of
from ...reductions.places import ShownPlace
from ...solvers import Limits
from ...solvers.sat.cuts import CutFinder
from ..found import Found
from ..routes import find_route
from ..running import judged, judged_answers
from .checking import checked_cover, checked_model, frozen, option_at, refuse
from .places import Labels, Places


class Reduced:
    """A problem and what it was reduced to; `coversat.reduce` makes it.

    Attributes
    ----------
    source : Problem
    target : Cnf, ExactCover, or another problem
    via : str
        The names of the reductions, such as ``cover/cnf:product``; empty if there are none.
    steps : tuple of Reduced
        The reductions one by one.
    reduction_class : str
        ``P``: as many target answers as source answers. ``Q``: as many under the projection. ``V``: none, one
        or several under it. ``N``: neither, as of a formula that is not complete.
    """

    def __init__(
        self, source: AnyProblem, path: EncodingPath, steps: Sequence[AnyReduction] | None = None
    ) -> None:
        """Reduce a problem. Raise `ReductionError` for an instance that an encoding does not support."""
        made = steps_of(path, source) if steps is None else steps
        self.source, self._path, self._made = source, path, made
        self._reduction = composed(source, made)
        self.via = name_of(path)
        self.reduction_class = class_of(path, self._reduction)

    @property
    def target(self) -> Any:
        return self._reduction.target

    @cached_property
    def steps(self) -> tuple[Reduced, ...]:
        several = zip(self._path, self._made, strict=True)
        if len(self._made) == 1:
            return (self,)
        return tuple(Reduced(made.source, (rule,), (made,)) for rule, made in several)

    @property
    def projection(self) -> tuple[Any, ...] | None:
        """The variables, or the items, that tell answers apart; None if all do."""
        found: tuple[Any, ...] | None = getattr(self.target, "projection", None)
        return found

    @property
    def sizes(self) -> dict[str, int]:
        """Variables, clauses and literals, or items, options and entries."""
        return self.target.sizes()  # type: ignore[no-any-return]

    @property
    def is_complete(self) -> bool:
        """Whether the target states every rule; if not, see `cuts`."""
        return not lacking(self._reduction)

    # The way there and back

    def decode(self, answer: Any) -> Any:
        """The answer of the source that an answer of the target shows.

        Parameters
        ----------
        answer : model of a formula, options of a cover, or answer of another problem
            A model is a sequence of literals, as PySAT's ``get_model()`` returns it; it may have literals of
            further variables. An option is its position or its name.

        Raises
        ------
        WrongModelError
            For a model that leaves out variables or breaks a clause, which is then named with its rule, or
            that is in several pieces where something is connected; for options that are no exact cover.
        """
        match self.target:
            case Cnf() as formula:
                found = checked_model(formula, answer, self.name, self.rule_of)
            case ExactCover() as cover:
                found = checked_cover(cover, answer)
            case other:
                found = frozen(answer)
                refuse(other.violations(found))
        return judged(self.source, self._reduction.decode(found), self.via)

    def encode(self, answer: Any) -> Any:
        """What an answer of the source, or a part of one, fixes in the target.

        Parameters
        ----------
        answer : answer, or mapping from names of places to values
            A part has blank cells (None), or is the first rows; a mapping is such as ``{"r1c1": 5}``.

        Returns
        -------
        tuple of literals, or for a cover a `PartialCover`

        Raise `ArgumentError` for a place or a value that does not exist, or that the givens exclude.
        """
        if isinstance(answer, Mapping):
            grid = None if isinstance(self.target, Cnf) else self._places.grid(answer)
            if grid is None:
                return tuple(self.literal(place, value) for place, value in answer.items())
            answer = grid
        try:
            return self._reduction.encode(frozen(answer))
        except ArgumentError:
            raise
        except (ValueError, TypeError, LookupError) as error:
            raise ArgumentError(
                f"not an answer of this {self.source.kind}, or a part of one: {error}"
            ) from None

    def blocking_clause(self, answer: Any) -> Clause:
        """The clause that excludes an answer of the source, and no other."""
        self._formula("blocking clauses")
        if wrong := self.source.violations(frozen(answer)):
            raise ArgumentError(f"not an answer of this {self.source.kind}: {wrong[0]}")
        return tuple(-literal for literal in self.encode(answer))

    # Names

    @property
    def places(self) -> tuple[ShownPlace, ...]:
        """The places of answers, such as cells, and for each value what shows it in the target."""
        return self._places.every

    @cached_property
    def _places(self) -> Places:
        return Places(self._reduction)

    def literal(self, place: Any, value: int = 1) -> int:
        """The literal that is true exactly if a place has a value.

        Parameters
        ----------
        place : str, or (row, column) from 0
            The name of a cell or a line, such as ``r1c1`` or ``r1c1-r1c2``.
        value : int

        Raise `ArgumentError` for a place or a value that does not exist, or that no single literal shows.
        """
        self._formula("literals")
        return self._places.literal(place, value)

    def option(self, place: Any, value: int = 1) -> int:
        """The position of the option that is chosen exactly if a place has a value; errors as `literal`."""
        if not isinstance(self.target, ExactCover):
            raise ReductionError(f"{self._target_words} has no options")
        options = self._places.part(place, value).options
        if len(options) != 1:
            raise ArgumentError(f"no single option shows that {place} is {value}; see places")
        return int(options[0])

    def name(self, number: int) -> str:
        """The name of a literal, such as ``r1c1=5`` or ``not r1c1=5``; of a cover, that of an option.

        A variable without a name, which is an auxiliary one, is ``variable 17``.
        """
        if isinstance(self.target, ExactCover):
            return str(self.target.option_names[option_at(self.target, number)])
        formula = self._formula("variables")
        if not 1 <= abs(number) <= formula.variable_count:
            raise ArgumentError(f"{number} is no literal of {counted(formula.variable_count, 'variable')}")
        name = formula.names.get(abs(number), f"variable {abs(number)}")
        return name if number > 0 else f"not {name}"

    def _formula(self, what: str) -> Cnf:
        if not isinstance(self.target, Cnf):
            raise ReductionError(f"{self._target_words} has no {what}")
        return self.target

    @property
    def _target_words(self) -> str:
        return "an exact cover" if isinstance(self.target, ExactCover) else f"a {self.target.kind}"

    # Rules

    @cached_property
    def _labels(self) -> Labels:
        return Labels(self._reduction)

    @property
    def rules(self) -> Mapping[str, tuple[Any, ...]]:
        """For each rule of the source, by its label, the clauses or items that state it.

        Clauses that belong to no rule say that a place has one value, or what an auxiliary variable means.
        Where the rules of the source are not known, they are those of what it was reduced to.
        """
        return self._labels.rules

    def rule_of(self, part: int | str | Iterable[int]) -> tuple[str, ...]:
        """The labels of the rules that a clause or an item states.

        Parameters
        ----------
        part : int, literals, or str
            A clause by its position or as its literals; an item by its position or its name. Equal clauses
            may have several labels.
        """
        return self._labels.of(part)

    def selectors(self, of: str = "rules") -> dict[int, str]:
        """A new variable for each rule, or each of the ``givens``, with its label.

        With ``to_pysat(soft=...)`` what they stand for holds only if they are true.

        Raise `ReductionError` for a formula that does not keep the givens apart.
        """
        labels, selected = self._labels.selected(of)
        return dict(zip(selected, labels, strict=True))

    # Other objects

    def to_pysat(self, native: bool = False, soft: str | None = None) -> Any:
        """The formula for PySAT, whose clauses are lists.

        Parameters
        ----------
        native : bool
            Whether at-most constraints replace the clauses that state them: a ``CNFPlus``, for minicard,
            gluecard3 and gluecard4; see `Cnf.to_pysat`.
        soft : str, optional
            ``rules`` or ``givens``: a ``WCNF``, in which a clause of a rule, or given, holds only if the
            selector of that is true, and each selector is a soft clause of weight 1; see `selectors`.
        """
        formula = self._formula("clauses")
        if soft is None:
            return formula.to_pysat(native)
        from pysat.formula import WCNF

        _, selected = self._labels.selected(soft)
        formula.complete("a weighted formula")
        selector = {at: number for number, places in selected.items() for at in places}
        found = WCNF()
        clauses = enumerate(formula.clauses)
        found.hard = [[*clause, -selector[at]] if at in selector else [*clause] for at, clause in clauses]
        found.nv = formula.variable_count
        for number in selected:
            found.append([number], weight=1)
        return found

    def to_networkx(self, graph: str | None = None) -> Any:
        """A graph of the target as a ``networkx.Graph``, with names and labels.

        Of a formula ``primal`` or ``incidence``, of a cover ``items``; see `Cnf.to_networkx` and
        `ExactCover.to_networkx`. Nodes of clauses and items have the attribute ``rule``, the label of the
        rule that they state, or an empty text.
        """
        if not isinstance(self.target, (Cnf, ExactCover)):
            raise ReductionError(f"{self._target_words} has no graph of clauses or items")
        usual = "items" if isinstance(self.target, ExactCover) else "primal"
        found = self.target.to_networkx(graph or usual)
        items = {item: at for at, item in enumerate(getattr(self.target, "items", ()))}
        for node, attributes in found.nodes.items():
            at = node[1] if isinstance(node, tuple) else items.get(node)
            if at is not None:
                attributes["rule"] = ", ".join(self._labels.at.get(at, ()))
        return found

    # Solving

    def cuts(self, model: Iterable[int]) -> list[list[int]]:
        """The clauses that a model of an incomplete formula breaks because something is not connected.

        A formula whose rules are all stated by clauses has none. To solve another with any solver, add the
        cuts of each model until there are none.
        """
        self._formula("cuts")
        finder = self._cut_finder
        return [list(finder.clause(cut)) for cut in finder.of(set(map(int, model)))]

    @cached_property
    def _cut_finder(self) -> CutFinder:
        return CutFinder(self.target)

    def solve_with(
        self, solver: str = "", limit: int | None = 1, *, timeout: float | None = None
    ) -> Found[Any]:
        """The first answers of the source that a solver finds in the target, in its own order.

        Cuts are added where the formula is incomplete.

        Parameters
        ----------
        solver : str, optional
            The name of a solver of formulas, such as PySAT's ``cadical195``, or of covers.
        limit : int, optional
            The maximum number of answers; None for all.
        timeout : float, optional
            In seconds.

        Raise `UnknownRouteError` for a solver that does not exist.
        """
        route = find_route(self.source.kind, "/".join(filter(None, (self.via, solver))))
        limits = Limits(whole_or_none("limit", limit), None, Deadline(seconds(timeout)))
        refuse_counts(route.path, limit)
        search = route.solver.search(self.target, limits)
        stream = judged_answers(self.source, self._reduction, search, route.name, limit)
        with limits.deadline.enforced():
            stream.turn()
        return Found.of(stream.findings(), "solve", self.source)

    # How it is shown

    def __repr__(self) -> str:
        two = [(name, size) for name, size in self.sizes.items() if name not in ("literals", "entries")]
        sizes = ", ".join(counted(size, name.removesuffix("s")) for name, size in two) or self.target.kind
        gap = "" if self.is_complete else ", incomplete"
        via = f" by {self.via}" if self.via else ""
        return f"<Reduced: {self.source.kind}{via}, class {self.reduction_class}: {sizes}{gap}>"

    def __str__(self) -> str:
        from .shown import summary

        return "\n".join(summary(self))

    def _repr_html_(self) -> str:
        from .shown import as_html

        return as_html(self)
