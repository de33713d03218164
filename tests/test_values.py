"""Values are what frozen dataclasses are, which are asked the same beside them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import pytest

from coversat.values import replace, value


@value
class Pair:
    first: int
    second: str = "b"

    kind: ClassVar[str] = "pair"

    def __post_init__(self) -> None:
        if self.first < 0:
            raise ValueError("below 0")
        object.__setattr__(self, "second", self.second.lower())

    @cached_property
    def twice(self) -> int:
        return 2 * self.first


@value
class Plain:
    first: int
    second: str = "b"

    def __repr__(self) -> str:
        return "plain"


class InOrder:
    def __post_init__(self) -> None:
        object.__setattr__(self, "members", tuple(sorted(self.__dict__["members"])))


@value
class Club(InOrder):
    members: tuple[int, ...]


def test_what_a_base_says_stays() -> None:
    assert Club((2, 1)) == Club((1, 2))
    assert Club((2, 1)).members == (1, 2)


@dataclasses.dataclass(frozen=True)
class Known:
    first: int
    second: str = "b"


@pytest.mark.parametrize("of", [Pair, Plain, Known])
def test_fields_are_given_by_place_or_by_name(of: Callable[..., Any]) -> None:
    for made in (of(1), of(1, "b"), of(first=1), of(1, second="b"), of(second="b", first=1)):
        assert (made.first, made.second) == (1, "b")
        assert made == of(1)
        assert hash(made) == hash(of(1))
    assert of(1) != of(2)
    assert of(1) != of(1, "c")
    assert len({of(1), of(1), of(2)}) == 2


@pytest.mark.parametrize("of", [Pair, Plain, Known])
def test_other_fields_are_none(of: Callable[..., Any]) -> None:
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]] = [((), {}), ((1, "b", 3), {}), ((1,), {"first": 1})]
    for given, named in [*wrong, ((1,), {"third": 1}), ((), {"second": "b"})]:
        with pytest.raises(TypeError):
            of(*given, **named)


@pytest.mark.parametrize("of", [Pair, Plain, Known])
def test_fields_stay_as_they_are(of: Callable[..., Any]) -> None:
    made = of(1)
    with pytest.raises(AttributeError):
        made.first = 2
    with pytest.raises(AttributeError):
        made.third = 2
    with pytest.raises(AttributeError):
        del made.first
    assert made == of(1)


def test_a_class_says_what_it_takes_and_shows_itself() -> None:
    assert repr(Pair(1, "B")) == "Pair(first=1, second='b')"
    assert repr(Plain(1)) == "plain"
    assert Pair.kind == "pair"
    with pytest.raises(ValueError, match="below 0"):
        Pair(-1)
    assert Pair(1) != Plain(1)


@value
class Longer(Pair):
    third: int = 3


@value
class Renamed(Pair):
    """With the fields of the other."""


def test_fields_are_inherited() -> None:
    made = Longer(1, "B", 5)
    assert (made.first, made.second, made.third) == (1, "b", 5)
    assert repr(Longer(1)) == "Longer(first=1, second='b', third=3)"
    assert Pair(1) != Longer(1) != Renamed(1)
    assert Renamed(1, "B") == Renamed(1)
    with pytest.raises(ValueError, match="below 0"):
        Longer(-1)


def test_what_is_remembered_is_no_field() -> None:
    made = Pair(3)
    assert made.twice == 6
    assert made == Pair(3)
    assert replace(made, first=4) == Pair(4)
    assert replace(made, first=4).twice == 8
    with pytest.raises(ValueError, match="below 0"):
        replace(made, first=-1)
    with pytest.raises(TypeError):
        replace(made, third=1)


def test_values_are_copied_and_sent() -> None:
    for made in (Pair(1, "x"), Plain(2)):
        assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == copy.copy(made) == made
