"""`ElementProblem`, the base class of problems of graphs, sets and the like: elements, and a value for each.

The elements are vertices, edges, sets, variables or numbers; an answer is the tuple of their values. A kind
states what its text has, a model in the constraint language, and a check. This is all of vertex cover::

    class VertexCover(BoundedGraphProblem):
        \"\"\"At most k vertices that meet every edge.\"\"\"

        def model(self):
            for at, (a, b) in enumerate(self.graph.edges):
                yield Rule(self.edge_words((a, b)), Count(self.at(a, b), (1,), (1, 2)), at)
            yield from self.number_rule(self.k, least=False)

        def wrong(self, values):
            for a, b in self.graph.edges:
                if not values[a] and not values[b]:
                    yield f"no end of {self.edge_words((a, b))} is chosen"
            yield from self.number_wrong(values, self.k, least=False)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from ..base.errors import ArgumentError, ParseError
from ..primitives import Count, Variable
from ..primitives.models import GridEncodings, GridModel, Rule
from .problem import Beside, Form, Problem, Violation, headed_form
from .remarks import unread
from .text import LineReader, Token

Lines = Sequence[Sequence[Token]]
Values = tuple[int, ...]
"""An answer: the value of each element, in their order."""
NOTHING = "-"
"""The text of an answer without any element."""
PROJECTION = "projection:"
"""The first word of a line that names the elements that tell answers apart."""


@dataclass(frozen=True)
class ElementModel(GridModel[Any]):
    """A model whose variables are listed: an answer is the tuple of their values.

    * shown: the elements, in order. Hidden ones do not tell answers apart.
    """

    shown: tuple[Variable, ...] = ()

    def in_answers(self, variable: Variable) -> bool:
        return variable in self._distinguishing

    @cached_property
    def _distinguishing(self) -> frozenset[Variable]:
        hidden = self.puzzle.projection is not None
        return frozenset(
            one for at, one in enumerate(self.shown) if not hidden or at in self.puzzle.projection
        )

    @property
    def has_hidden(self) -> bool:
        return len(self._distinguishing) < len(self.domains)

    def name_of(self, variable: Variable) -> str:
        return self._names[variable]

    @cached_property
    def _names(self) -> Mapping[Variable, str]:
        return dict(zip(self.shown, self.puzzle.names, strict=True))

    def values_of(self, answer: Any) -> Iterator[tuple[Variable, int]]:
        """The values that tell an answer apart; of a part of one, those that are not None."""
        for variable, value in zip(self.shown, answer, strict=False):
            if value is not None and variable in self._distinguishing:
                yield variable, value

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Any:
        held = dict(values)
        return tuple(held.get(variable) for variable in self.shown)


@dataclass(frozen=True)
class ElementProblem(Problem[Values]):
    """A problem whose answers give a value to each of some elements.

    * projection (increasing positions of elements): two answers that agree on these count as one; None means
      on all.
    """

    projection: tuple[int, ...] | None = field(default=None, kw_only=True)

    place_words: ClassVar[str] = "elements"
    encoding_names: ClassVar[tuple[str, ...]] = ("mixed", "mdd", "cover")
    """The encodings of the model; see `GridEncodings`."""
    heading: ClassVar[tuple[str, ...]] = ()
    """The names of the numbers in the first line of a text; each is a field."""
    body_words: ClassVar[str]
    """What the other lines of a text are, for messages."""
    may_be_empty: ClassVar[bool] = False
    """Whether there may be no other lines."""
    # What a kind states.

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The name of each element; they differ."""

    @abstractmethod
    def model(self) -> Iterable[Rule]:
        """The rules in the constraint language."""

    @abstractmethod
    def wrong(self, values: Sequence[int]) -> Iterable[str]:
        """What is wrong with an answer whose values are possible, as a person would check it."""

    def domain(self, at: int) -> Sequence[int]:
        return (0, 1)

    @classmethod
    @abstractmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        """The problem in the lines after the first, whose numbers are known."""

    @abstractmethod
    def body(self) -> Iterable[str]:
        """The lines of the text after the first."""

    @staticmethod
    def remarks(text: str) -> Iterable[tuple[str, str]]:
        """The comments of a text, each whole and without its sign; see `problems.remarks.comments`."""
        return ()

    @staticmethod
    def also_unread(text: str) -> Iterable[str]:
        """What else of a text is not read, and may state a rule."""
        return ()

    # What a kind uses.

    @property
    def keys(self) -> tuple[Any, ...]:
        """What `named` calls each element; by default its name."""
        return self.names

    def named(self, answer: Values) -> dict[Any, int]:
        return dict(zip(self.keys, answer, strict=True))

    def at(self, *places: int) -> tuple[Variable, ...]:
        return tuple(self.variables[at] for at in places)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """The variable of each element."""
        return tuple(map(self.variable, range(len(self.names))))

    def variable(self, at: int) -> Variable:
        """The variable of an element; one that the projection leaves out is a hidden cell."""
        return (int(self.projection is not None and at not in self.projection), at)

    def chosen(self, values: Sequence[int]) -> list[int]:
        """The positions of the elements with value 1."""
        return [at for at, value in enumerate(values) if value == 1]

    # What is derived: the class and the model.

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls)
        cls.kind = own.get("kind", cls.__name__.lower())
        cls.about = (own.get("__doc__") or cls.__name__).split("\n")[0].rstrip(".")
        if hasattr(cls, "body_words"):
            cls.forms = (element_form(cls),)

    def __post_init__(self) -> None:
        for name in self.heading:
            if getattr(self, name) < 0:
                raise ArgumentError(f"{name} is {getattr(self, name)}, and must not be negative")
        if self.projection is not None:
            chosen = tuple(sorted(set(self.projection)))
            if any(not 0 <= at < len(self.names) for at in chosen):
                raise ArgumentError("the projection has an element that does not exist")
            object.__setattr__(self, "projection", chosen if len(chosen) < len(self.names) else None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what is cached."""
        return _rebuilt, (type(self), {one.name: getattr(self, one.name) for one in fields(self)})

    @classmethod
    def encodings(cls) -> GridEncodings[Self]:
        names = cls.encoding_names
        several = (
            cls.domain is not ElementProblem.domain
        )  # of more than two values an element has exactly one
        return GridEncodings(lambda problem: problem.grid_model, names, names[0], counted=several)

    @cached_property
    def grid_model(self) -> ElementModel:
        """The model, with the domains of the elements."""
        domains = {variable: tuple(self.domain(at)) for at, variable in enumerate(self.variables)}
        # No name of an element begins like the names of rules in exports.
        rules = [rule._replace(name=f"#{rule.export_name}") for rule in self.model()]
        return ElementModel(self, 1, len(domains), domains, rules, self.variables)

    # What is derived: answers.

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (len(self.names),)

    def violations(self, answer: Values) -> list[Violation]:
        """What is wrong with an answer; see `wrong`."""
        if len(answer) != len(self.names):
            return [Violation(f"{len(answer)} values; there are {len(self.names)} elements")]
        for at, value in enumerate(answer):
            if value not in self.domain(at):
                held = "no value" if value is None else f"the value {value:d}"
                return [Violation(f"{self.names[at]} has {held}", ((0, at),))]
        return [Violation(words) for words in self.wrong(answer)]

    def checked(self, answer: Any) -> Values:
        """As of every problem; each element has a value, unlike a cell that is blank."""
        found = super().checked(answer)
        if None in found:
            raise ArgumentError(f"no answer of this {self.kind} leaves an element without a value")
        return found

    def identity(self, answer: Values) -> Values:
        return answer if self.projection is None else tuple(answer[at] for at in self.projection)

    def cell_name(self, row: int, column: int) -> str:
        return self.names[column]

    def number_wrong(self, values: Sequence[int], k: int, least: bool) -> Iterator[str]:
        """That fewer than k elements are chosen, or more."""
        size = len(self.chosen(values))
        if size < k if least else size > k:
            yield f"{size} chosen, and not at {'least' if least else 'most'} {k}"

    def number_rule(self, k: int, least: bool) -> Iterator[Rule]:
        """At least k elements are chosen, or at most k; nothing if any number may."""
        numbers = range(k, len(self.names) + 1) if least else range(min(k, len(self.names)) + 1)
        if len(numbers) <= len(self.names):
            words = f"at {'least' if least else 'most'} {k} chosen"
            yield Rule(words, Count(self.variables, (1,), numbers))

    def answer_rows(self, answer: Values) -> list[list[int]]:
        return [list(answer)]

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        if place in self.names and tuple(self.domain(self.names.index(place))) == (0, 1):
            return f"{place} is {'' if bool(value) == holds else 'not '}chosen"
        return super().fact_words(place, value, holds)

    # What is derived: texts.

    def format(self) -> str:
        head = " ".join([self.kind, *(str(getattr(self, name)) for name in self.heading)])
        lines = [head, *self.body()]
        if self.projection is not None:
            lines.append(" ".join([PROJECTION, *(self.names[at] for at in self.projection)]))
        return "\n".join(lines) + "\n"

    def render(self, answer: Values | None = None) -> str:
        """The names of the chosen elements; without an answer, the text after its first line."""
        if answer is None:
            return "\n".join(self.body()) or NOTHING
        return " ".join(self.names[at] for at in self.chosen(answer)) or NOTHING

    def parse_answer(self, text: str) -> Values:
        """The names of the chosen elements, in any order and in any number of lines."""
        chosen: set[int] = set()
        for token in answer_tokens(text):
            at = self._position(token)
            if at in chosen:
                raise token.error("each name once")
            chosen.add(at)
        return tuple(int(at in chosen) for at in range(len(self.names)))

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.names)}

    def _position(self, token: Token) -> int:
        if token.text not in self._positions:
            raise token.error(f"one of {listed(self.names)}")
        return self._positions[token.text]

    def with_projection(self, projection: Iterable[int] | None) -> Self:
        """The same problem under a projection."""
        return replace(self, projection=None if projection is None else tuple(projection))


def _rebuilt(kind: type[ElementProblem], parts: Mapping[str, Any]) -> ElementProblem:
    return kind(**parts)


def answer_tokens(text: str) -> list[Token]:
    """The words of an answer; none if it is the text of nothing."""
    reader = LineReader(text)
    tokens = [token for line in reader for token in line]
    if not tokens:
        reader.line(f"the names of chosen elements, or '{NOTHING}'")
    return [] if [token.text for token in tokens] == [NOTHING] else tokens


def answer_end(tokens: Sequence[Token]) -> Token:
    """The place behind the words of an answer, where a missing one would be."""
    last = tokens[-1] if tokens else Token(NOTHING, 1, 1)
    return last.part(len(last.text))


MOST_LISTED = 12


def listed(names: Sequence[str]) -> str:
    """Names for a message; of many, the first ones."""
    return ", ".join([*names[:MOST_LISTED], *(["..."] if len(names) > MOST_LISTED else [])])


LARGEST = 10**15
"""The largest number in a text."""


def element_form(kind: type[ElementProblem]) -> Form[Any, Values]:
    """The text form of a kind."""
    numbers = "".join(f" {name.upper()}" for name in kind.heading)
    about = f"'{kind.kind}{numbers}', then {kind.body_words}"
    form = headed_form(kind, "text", about, lambda text: _read(kind, text))
    return form._replace(
        beside=lambda text: Beside(unread=(*unread(kind.remarks(text)), *kind.also_unread(text)))
    )


def _read(kind: type[ElementProblem], text: str) -> ElementProblem:
    reader = LineReader(text)
    words = f"'{kind.kind}'" + "".join(f" and {name}" for name in kind.heading)
    first = reader.peek()[:1]
    # A file of another program may have a graph only, if no number is needed.
    if kind.heading or not first or first[0].text == kind.kind:
        first = reader.heading(kind.kind, words, 1 + len(kind.heading))
    named = zip(kind.heading, first[1:], strict=False)
    head = {name: token.integer(0, LARGEST, name) for name, token in named}
    lines = list(reader)
    projection = lines.pop() if lines and lines[-1][0].text == PROJECTION else []
    if not lines and not kind.may_be_empty:
        reader.line(kind.body_words)
    try:
        found = kind.read_body(lines, head)
    except ParseError:
        raise
    except ValueError as error:
        message = f"expected a possible {kind.kind} ({error})"
        raise ParseError(first[0].line, first[0].column, message) from None
    return found.with_projection(map(found._position, projection[1:])) if projection else found
