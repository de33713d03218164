"""`GridPuzzle`, the base class of kinds that are a board of clues, a model and a check.

A kind is one class. This is all of binairo, in a file that any command takes by ``--kind``::

    class Binairo(coversat.GridPuzzle):
        \"\"\"Two symbols: as many of each in a line, no three in a row, and no two lines alike.\"\"\"

        values = symbols = (1, 2)
        has_givens = True

        def model(self):
            for name, line in self.lines():
                half = len(line) // 2
                yield self.rule("{line} has {half} of each", Count(line, (1,), (half,)), line=name, half=half)
                ...

        def wrong(self, held):
            for name, line in self.lines():
                if sum(held[cell] == 1 for cell in line) * 2 != len(line):
                    yield f"{name} does not have as many 1s as 2s", line
                ...

Texts, pictures, encodings, what a setter can remove, and the registration of the kind are derived.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import chain, product
from math import prod
from typing import Any, ClassVar, Self, TypeVar

from ..base.unfolded import Unfolded
from ..primitives import Count, Or, Primitive, Sum, Table, Variable, cells_of, equals
from ..primitives.models import (
    COLOURS,
    CONNECTED,
    CUTS,
    FORMULAS,
    AlikeRules,
    GridEncodings,
    GridModel,
    Rule,
    Stated,
)
from .clue_board import Clue, Where
from .clue_text import clue_board_form
from .grid import Cell, cell_name
from .look import Look
from .made_board import MadeBoard
from .problem import AnyForm, Violation
from .settings import check_together, check_types
from .user_files import USER_MODULE, listed, located, mistake_in

S = TypeVar("S", Rule, AlikeRules)
P = TypeVar("P", bound="GridPuzzle")

Wrong = str | tuple[str, Iterable[Cell]] | tuple[str, Iterable[Cell], str]
"""What is wrong with an answer: a sentence, the cells that show it, and the label of the broken rule."""


def _wrong_argument(primitive: Primitive) -> str | None:
    """What is wrong with the arguments of a primitive in a user's file."""
    from ..primitives.arguments import wrong_argument  # no other rules are looked at

    return wrong_argument(primitive)


class GridPuzzle(Look, MadeBoard):
    """A kind of puzzle in one class: a rectangular board with clues, a model and a check."""

    # What a kind states.

    fixed: ClassVar[Collection[Clue]] = ()
    """Clues of the board that belong to its shape, so that a setter cannot remove them."""
    givens_apart: ClassVar[bool] = True
    """Whether without a clue the model lacks the rules of that clue, and differs in nothing else."""
    source_file: ClassVar[str] = ""
    """The file of a user that defines the class; see `definitions`."""
    has_graphs: ClassVar[bool] = False
    """Whether the model uses `Connected` or `Circuit`, which have encodings of their own."""
    has_faces: ClassVar[bool] = False
    """Whether these are a `Circuit` with faces, which has one encoding more."""
    has_cover: ClassVar[bool] = True
    """Whether the model can be an exact cover: it has no hidden cells, no `Or` and no derived values."""
    default_encoding: ClassVar[str] = "mixed"
    """The encoding as a formula that is used if none is named; of models with graphs, `CUTS`."""
    model_type: ClassVar[type[GridModel[Any]]] = GridModel
    """How answers show the variables of the model."""

    def model(self) -> Iterable[Stated]:
        """The rules in the constraint language, made by `rule` and `rules_alike`."""
        raise NotImplementedError

    def wrong(self, held: Mapping[Cell, int]) -> Iterable[Wrong]:
        """What is wrong with an answer, as a person would check it; `held` is the value of each cell.

        Each value is one of `values`, and each given holds.
        """
        raise NotImplementedError

    def domain(self, cell: Cell) -> Sequence[int]:
        """The values that the model considers for a cell."""
        return self._every_value

    @cached_property
    def _every_value(self) -> tuple[int, ...]:
        return tuple(self.values)

    def hidden_domains(self) -> Mapping[Variable, Sequence[int]]:
        """The values of further variables of the model, made by `hidden`, which no answer shows."""
        return {}

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        """The values of all variables of the model: of each cell, then of the hidden ones."""
        shown: dict[Variable, Sequence[int]] = {
            cell: (self.value_of_holes,) if cell in self.holes else tuple(self.domain(cell))
            for cell in self.cells()
        }
        return shown | {cell: tuple(values) for cell, values in self.hidden_domains().items()}

    @cached_property
    def _domains(self) -> Mapping[Variable, Sequence[int]]:
        return self.domains()

    def reject(self) -> str | None:
        """Why there is no such board, or None."""
        return None

    def assignment_count(self, within_domains: bool = False) -> int:
        """The number of `assignments`, or a little more."""
        return prod(map(len, self._choices(within_domains)))

    def assignments(self, within_domains: bool = False) -> Iterator[tuple[int, ...]]:
        """The values of all cells, row by row, in each answer that tests judge: all that show the givens.

        `within_domains`: only values in the domain of each cell.
        """
        return product(*self._choices(within_domains))

    def _choices(self, within_domains: bool) -> list[Collection[int]]:
        givens: Mapping[Cell, Any] = self.clue_at if self.has_givens else {}
        fixed = {
            **dict.fromkeys(self.holes, (self.value_of_holes,)),
            **{cell: (given,) if given in self.values else () for cell, given in givens.items()},
        }
        values = [tuple(self.domain(cell) if within_domains else self.values) for cell in self.cells()]
        return [fixed.get(cell, some) for cell, some in zip(self.cells(), values, strict=True)]

    # What a kind uses.

    def hidden(self, cell: Cell, layer: int = 1) -> Cell:
        """A variable of the model that belongs to a cell and that no answer shows."""
        return cell[0] + layer * self.rows, cell[1]

    def rule(self, template: str, primitive: Primitive, clue: Where | None = None, /, **parts: Any) -> Rule:
        """A rule of the model.

        Parameters
        ----------
        template : str
            In words a person would use; ``{cell}`` stands for a part: a cell, cells, a number or a word.
        primitive : Primitive
        clue : cell or (side, line), optional
            The clue that the rule states, if a setter can remove it.
        """
        given = self._removable.get(clue) if clue is not None and self.givens_apart else None
        label = self._label(template, parts)
        if self.source_file:  # here, where the line of the user's file is known
            self._check_rule(label, primitive)
        if isinstance(primitive, (Sum, Count, Or)):
            from ..primitives.tables import within_reach  # a direct search needs no rules in the language

            primitive = within_reach(primitive, self._domains.__getitem__)
        return Rule(label, primitive, given, template=template)

    def _check_rule(self, label: str, primitive: Primitive) -> None:
        fault = _wrong_argument(primitive)
        if fault is None:
            strange = next((one for one in cells_of(primitive) if one not in self._domains), None)
            fault = None if strange is None else f"it mentions {strange}, which is no cell of the board"
        if fault is not None:
            raise ValueError(f"the rule {label!r}: {fault}")

    @staticmethod
    def _label(template: str, parts: Mapping[str, Any]) -> str:
        try:
            return template.format(**{name: _words(part) for name, part in parts.items()})
        except (KeyError, IndexError, ValueError) as error:
            raise ValueError(
                f"the label {template!r} does not fit the parts {', '.join(parts) or 'none'} ({error})"
            ) from None

    def rules_alike(
        self,
        template: str,
        like: Count | Table,
        cells: Sequence[tuple[Variable, ...]],
        /,
        **parts: Sequence[Any] | Callable[[int], Any],
    ) -> AlikeRules:
        """Rules that differ in their cells only, and state no clue that a setter can remove.

        Parameters
        ----------
        template : str
            As for `rule`; each part is a sequence, with the part of each of the rules, or a function that
            makes it from the position of the rule when the label is read.
        like : Count or Table
            What each of them requires, without cells.
        cells : sequence of tuples of cells
        """

        if self.source_file and (fault := _wrong_argument(like)):
            raise ValueError(f"the rule {template!r}: {fault}")

        def label(at: int) -> str:
            each = {name: those(at) if callable(those) else those[at] for name, those in parts.items()}
            return self._label(template, each)

        return AlikeRules(like, cells, label, template)

    @staticmethod
    def implied(stated: S) -> S:
        """The same rule, which follows from the other rules; `coversat test` tries whether it does."""
        if isinstance(stated, Rule):
            return stated._replace(implied=True)
        return replace(stated, implied=True)

    def clue_rule(self, where: Where, primitive: Primitive) -> Rule:
        """A rule that states a clue; its label is the name of the clue."""
        given = self._removable.get(where) if self.givens_apart else None
        return Rule(self._name_of_clue(where), primitive, given, template="{clue}")

    @cached_property
    def _name_of_clue(self) -> Callable[[Where], str]:
        """`clue_name`, called once for each clue, which several rules may state."""
        return cache(self.clue_name)

    def held(self, answer: Any) -> Mapping[Cell, int]:
        """The value of each cell of an answer."""
        return dict(zip(self.cells(), chain.from_iterable(self.grid_of(answer)), strict=True))

    # What is derived: the class.

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls)
        of_user = cls.__module__.startswith(USER_MODULE)
        if of_user:
            check_types(cls)
        cls.kind = own.get("kind", cls.__name__.lower())
        cls.about = own.get("about", (cls.__doc__ or cls.__name__).strip().partition("\n")[0].rstrip("."))
        if isinstance(own.get("values"), (tuple, list, range)):
            cls.values = {value: str(value) for value in own["values"]}
        cls.has_clues = bool(cls.symbols) or not cls.has_regions
        cls.clue_words = own.get("clue_words", _listed(cls.symbols) if cls.symbols else "no clue")
        for at, name in enumerate(cls.header):
            setattr(cls, name, property(partial(_number, at)))
        cls.forms = own.get("forms") or cls.text_forms()
        if cls.has_givens:  # which a right answer shows as values
            cls.shows_clues = False
        if of_user:
            check_together(cls)

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        """The forms of its texts; of most kinds that of `clue_text`."""
        return (clue_board_form(cls),)

    @classmethod
    def defined_in(cls, file: str) -> None:
        for method in ("model", "wrong"):
            if getattr(cls, method) is getattr(GridPuzzle, method):
                raise ValueError(f"the class {cls.__name__} has no method '{method}'")
        if not cls.kind.isidentifier():
            raise ValueError(f"the kind {cls.kind!r} is not a name of letters and digits")
        cls.source_file = file

    @classmethod
    def encodings(cls) -> GridEncodings[Self]:
        """The encodings of the model."""
        graphs = (*CONNECTED, COLOURS) if cls.has_faces else CONNECTED
        names = graphs if cls.has_graphs else FORMULAS if not cls.has_cover else None
        return GridEncodings(
            model_of_puzzle,
            names,
            CUTS if cls.has_graphs else cls.default_encoding,
            givens_apart=cls.givens_apart and not cls.fixed_clues,
        )

    def __post_init__(self) -> None:
        super().__post_init__()
        with located(self.source_file):
            reason = self.reject()
        if reason:
            raise ValueError(reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what is cached."""
        return type(self).of, (self.clues, self.regions, self.side_clues, self.numbers)

    # What is derived: the rules.

    @cached_property
    def grid_model(self) -> GridModel[Self]:
        """The model, with the domains of the cells and a rule for each given."""
        with located(self.source_file):
            domains = self._domains
            rules: list[Stated] = list(listed(self.source_file, self.model))
            if self.source_file:
                _check_rules(rules, domains)
        if self.has_givens:
            rules += [
                self.rule("{cell} is {value}", equals(cell, clue), cell, cell=cell, value=clue)
                for cell, clue in self.clued()
                if isinstance(clue, int)
            ]
        return self.model_type(self, self.rows, self.columns, domains, Unfolded(rules))

    def broken(self, answer: Any) -> Iterable[Violation]:
        """Changed givens; if there are none, what `wrong` lists."""
        held = self.held(answer)
        return list(self.changed_givens(held)) or self.broken_rules(held)

    def changed_givens(self, held: Mapping[Cell, int]) -> Iterator[Violation]:
        """A violation for each given that an answer changes; `held` may lack cells."""
        for cell, given in self.clued() if self.has_givens else ():
            if (value := held.get(cell, given)) != given:
                name = cell_name(cell)
                yield Violation(f"{name} holds {value}, but {given} is given", (cell,), f"{name} is {given}")

    def broken_rules(self, held: Mapping[Cell, int]) -> Iterable[Violation]:
        """What `wrong` lists."""
        return self._broken_in_file(held) if self.source_file else map(_violation, self.wrong(held))

    def _broken_in_file(self, held: Mapping[Cell, int]) -> Iterator[Violation]:
        with located(self.source_file):
            for wrong in listed(self.source_file, self.wrong, held):
                found = _violation(wrong)
                if not (isinstance(found.rule, str) and set(found.cells) <= {*self.cells()}):
                    raise ValueError(f"wrong() yields {wrong!r:.60}; expected a sentence and a list of cells")
                yield found

    def refuse_model(self, wrong: Violation) -> None:
        if not self.source_file:
            return
        near = self.nearest_rules(wrong.cells)
        rules = f"; nearest to it: {'; '.join(near)}" if near else ""
        words = f"the model is too weak: it allows an answer of which wrong() says: {wrong}{rules}"
        raise mistake_in(self.source_file, type(self).model, words)

    def nearest_rules(self, cells: Iterable[Cell]) -> tuple[str, ...]:
        """The labels of the rules of the model whose cells are most like those of a violation."""
        those = set(cells)
        owns = [(rule.label, {*cells_of(rule.primitive)}) for rule in self.grid_model.rules]
        likeness = [len(own & those) / len(own | those) for _, own in owns]
        most = max(likeness, default=0)
        near = (label for (label, _), like in zip(owns, likeness, strict=True) if like == most > 0)
        return tuple(dict.fromkeys(near))

    # What is derived: clues that can be removed.

    @cached_property
    def _removable(self) -> Mapping[Where, int]:
        outside = [where for where, _, _, _ in self.clued_sides()]
        inside = [
            cell
            for cell, clue in self.clued()
            if not self.fixed_clues and clue not in self.fixed and clue != self.removed_clue
        ]
        return {where: at for at, where in enumerate((*inside, *outside))}

    def clue_name(self, where: Where) -> str:
        """The name of a clue, for labels of rules and messages."""
        return f"{'given' if self.has_givens else 'clue'} {self[where]} {_place(where)}"

    def given_names(self) -> tuple[str, ...]:
        return tuple(map(self.clue_name, self._removable))

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        lines: dict[Where, tuple[Cell, ...]] = {where: line for where, _, line, _ in self.clued_sides()}
        return tuple(lines.get(where, (where,)) for where in self._removable)  # type: ignore[arg-type]

    def with_givens(self, keep: Collection[int]) -> Self:
        gone = [where for where, at in self._removable.items() if at not in keep]
        return self.with_clues(
            {cell: None if isinstance(cell[0], str) else self.removed_clue for cell in gone}
        )


def _violation(wrong: Wrong) -> Violation:
    words, cells, *label = (wrong, ()) if isinstance(wrong, str) else wrong
    return Violation(words, tuple(cells), *label)


def _number(at: int, puzzle: GridPuzzle) -> int | None:
    return puzzle.numbers[at] if puzzle.numbers else None


def _check_rules(rules: Sequence[Any], domains: Mapping[Cell, Sequence[int]]) -> None:
    """Raise `ValueError` unless the rules are rules, and those of `rules_alike` about cells of the board."""
    for one in rules:
        if not isinstance(one, Rule | AlikeRules):
            raise ValueError(f"model() yields {one!r:.60}, and not what self.rule returns")
        if isinstance(one, Rule) and (fault := _wrong_argument(one.primitive)):
            raise ValueError(f"the rule {one.label!r}: {fault}")
        # Not made one by one, which would take as long as to encode them.
        mentioned = chain.from_iterable(one.cells) if isinstance(one, AlikeRules) else ()
        if (strange := next((cell for cell in mentioned if cell not in domains), None)) is not None:
            raise ValueError(
                f"the rules {one.template!r}: they mention {strange}, which is no cell of the board"
            )


def _words(part: Any) -> str:
    """A part of a label: a cell, cells, or anything else as it is."""
    if isinstance(part, str):
        return part
    if isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], int) and isinstance(part[1], int):
        return cell_name(part)
    if isinstance(part, (tuple, list)):
        *first, last = map(_words, part)
        return f"{', '.join(first)} and {last}" if first else last
    return str(part)


def _place(where: Where) -> str:
    side, number = where
    if not isinstance(side, str):
        return f"at {cell_name((side, number))}"
    return f"of {'column' if side in ('top', 'bottom') else 'row'} {number + 1} at the {side}"


MOST_LISTED = 12


def _listed(symbols: Collection[Clue]) -> str:
    """What a clue may be, for a message; the first of many symbols."""
    if isinstance(symbols, range) and len(symbols) > 2:
        return f"a number from {symbols[0]} to {symbols[-1]}"
    first, *others = map(str, symbols)
    if len(others) >= MOST_LISTED:
        others = [*others[: MOST_LISTED - 3], "..."]
    return f"one of {', '.join((first, *others))}" if others else repr(first)


def model_of_puzzle(puzzle: P) -> GridModel[P]:
    """The model of a puzzle, for the encodings that a kind states beside its class."""
    return puzzle.grid_model


def numbered(count: int) -> Mapping[int, str]:
    """The values from 1 to a number, and their symbols."""
    return {value: str(value) for value in range(1, count + 1)}
