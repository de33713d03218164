"""What is found by name: values in registries, to which installed packages add theirs, and modules."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

V = TypeVar("V")


class Registry(Generic[V]):
    """Values by name, for the whole program or for each kind of problem.

    Installed packages offer values by entry points in a group. These are searched once, when `load` is called
    because a name is not known.

    * group: the group of entry points, such as ``coversat.kinds``.
    * what: the class of the objects that they name.
    * title: a value that is ``{known}``, in a message, such as ``a solver {name!r} of {kind}``.
    * accept ((name of the entry point, object) -> None): registers the object of an entry point.
    * own (kind -> values by name): the values that a kind of problem itself defines.
    * value (object -> object): what an entry point stands for, if it names something else.
    * built_in (() -> values by name): the values for the whole program that this package has; called when
      they are first needed.
    """

    changes = 0
    """How many values were registered in all registries: what is derived from them is kept until it grows."""

    def __init__(
        self,
        group: str,
        what: type[Any],
        title: str,
        accept: Callable[[str, Any], object],
        own: Callable[[str], Mapping[str, V]] = lambda kind: {},
        value: Callable[[Any], Any] = lambda found: found,
        built_in: Callable[[], Mapping[str, V]] = dict,
    ) -> None:
        self.group = group
        self._what, self._title, self._accept, self._own, self._value = what, title, accept, own, value
        self._built_in = built_in
        self._registered: dict[str, dict[str, V]] = {}
        self._tried: set[str] = set()
        _REGISTRIES[group] = self

    def registered(self, kind: str = "") -> Mapping[str, V]:
        """The values of this package for the whole program, then those registered."""
        if not kind and "" not in self._registered:
            self._registered[""] = dict(self._built_in())
        return self._registered.get(kind, {})

    def of(self, kind: str) -> Mapping[str, V]:
        """The values of a kind: its own, then those registered."""
        return {**self._own(kind), **self.registered(kind)}

    def register(self, name: str, value: V, kind: str = "", instead: bool = False) -> None:
        """Add a value. Raise `ValueError` if another one has this name and is not to be replaced."""
        known = self.of(kind).get(name, value)
        if known != value and not instead:
            raise ValueError(f"there is {self._title.format(name=name, kind=kind, known=known)}")
        self._registered.setdefault(kind, {})[name] = value
        Registry.changes += 1

    def forget(self, name: str) -> None:
        """Take out the registered values of this name, of all kinds."""
        for values in self._registered.values():
            values.pop(name, None)
        Registry.changes += 1

    def load(self, name: str | None = None) -> bool:
        """Register what the entry point of this name offers, or all of them; return whether there was any.

        One that cannot be loaded raises `PluginError` if it is named; otherwise it causes one warning.
        """
        points = _entry_points(self.group)
        new = [one for one in points if (one not in self._tried if name is None else one == name)]
        for one in new:
            try:
                self._accept(one, self._load(points[one]))
            except PluginError as error:
                if name is not None:
                    raise
                warnings.warn(str(error), stacklevel=3)
            self._tried.add(one)
        return bool(new)

    def _load(self, point: EntryPoint) -> Any:
        where = f"the entry point '{point.name} = {point.value}' of {self.group}"
        try:
            found = self._value(point.load())
        except Exception as error:  # any exception of the other package
            raise PluginError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
        if not isinstance(found, self._what):
            raise PluginError(f"{where} is a {type(found).__name__}, not a {self._what.__name__}")
        return found


_REGISTRIES: dict[str, Registry[Any]] = {}


def load_installed() -> bool:
    """Register everything that installed packages offer; return whether anything is new.

    Called before all there is is listed, and before a name or a text is refused as unknown.
    """
    new = [registry.load() for registry in tuple(_REGISTRIES.values())]
    return any(new)


@cache
def _entry_points(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # imports email, csv and zipfile

    return {point.name: point for point in sorted(entry_points(group=group), key=lambda one: one.name)}


ATTACHED = ("setters",)
"""The rooms of this package without which all others run; `attached` finds what they add."""


@cache
def attached(name: str, module: str = "") -> tuple[Any, ...]:
    """What the attached rooms that are present add under a name, in their package or a module of it."""
    rooms = [f"coversat.{room}" for room in ATTACHED if exists("coversat", room)]
    return tuple(getattr(importlib.import_module(f"{room}.{module}".rstrip(".")), name) for room in rooms)


def load(package: str, module: str, name: str) -> Any:
    """The object called `name` in a module of `package`."""
    return getattr(importlib.import_module(f"{package}.{module}"), name)


def compiled(package: str, module: str) -> Any | None:
    """A compiled module of `package`; None where it was not built.

    ``COVERSAT_PURE=1`` in the environment selects the implementations in plain Python.
    """
    return None if os.environ.get("COVERSAT_PURE", "") not in ("", "0") else _imported(package, module)


@cache
def _imported(package: str, module: str) -> Any | None:
    return importlib.import_module(f"{package}.{module}") if exists(package, module) else None


@cache
def exists(package: str, module: str) -> bool:
    """Whether a package has this module; it is not imported."""
    path = importlib.import_module(package).__path__
    return PathFinder.find_spec(f"{package}.{module}", path) is not None
