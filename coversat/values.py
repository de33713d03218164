"""Frozen values, defined as dataclasses are.

The module `dataclasses` brings others that take longer to import than a puzzle takes to be solved, and makes
the functions of each class anew from text.  Here all classes share the functions of `_Value`.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_REQUIRED = object()


class _Value:
    """What every class of values has."""

    _defaults: dict[str, Any]
    """The fields in order; `_REQUIRED` where there is no default."""

    def __init__(self, *given: Any, **named: Any) -> None:
        fields = self._defaults
        placed = dict(zip(fields, given, strict=False))
        found = fields | placed | named
        if len(placed) < len(given) or len(found) > len(fields) or not placed.keys().isdisjoint(named):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}, each once")
        for name, content in found.items():
            if content is _REQUIRED:
                raise TypeError(f"{type(self).__name__} needs {name}")
        self.__dict__.update(found)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Refuse what is no value with `ValueError`; ``object.__setattr__`` may put a field into order."""

    def __eq__(self, other: object) -> bool:
        return _contents(self) == _contents(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(_contents(self)))

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self._defaults)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __setattr__(self, name: str, content: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays as it is")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} stays")


_SHARED = ("__init__", "__post_init__", "__eq__", "__hash__", "__repr__", "__setattr__", "__delattr__")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class of frozen values whose fields are what it annotates, but for class variables.

    The fields of a class of values that it derives from come first.  Fields may have defaults.  Values are
    equal when their class and all fields are.
    """
    inherited: dict[str, Any] | None = getattr(cls, "_defaults", None)
    if inherited is None:
        for name in _SHARED:
            # What a base of it has said otherwise stays.
            if getattr(cls, name, None) is getattr(object, name, None):
                setattr(cls, name, _Value.__dict__[name])
    notes = vars(cls).get("__annotations__", {})
    own = [name for name, note in notes.items() if not str(note).startswith("ClassVar")]
    defaults = {name: cls.__dict__.get(name, _REQUIRED) for name in own}
    cls._defaults = (inherited or {}) | defaults  # type: ignore[attr-defined]
    return cls


def replace(old: T, **changes: Any) -> T:
    """The same value with other fields."""
    fields: dict[str, Any] = old._defaults  # type: ignore[attr-defined]
    return type(old)(**{name: getattr(old, name) for name in fields} | changes)


def _contents(value: Any) -> list[Any]:
    return [getattr(value, name) for name in value._defaults]
