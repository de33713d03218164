"""The kinds of problem, and where the parts of each are.

A kind is a package or, if it is small, a single module. A package has a module for each part; a single
module holds all of them. Each part has a fixed name and defines fixed names:

=============  ===============================================================================
``rules``      the class of its instances: the value and its rules check
``text``       the forms of its texts that are not in ``rules``; those of other programs in capital letters
``model``      ``ENCODINGS``, its reductions
``search``     ``SEARCHES``, its direct searches; otherwise backtracking if the class is `Stepwise`
``picture``    ``draw``; otherwise the text of `render`
``generator``  ``attempt`` and ``CHECKS``, if puzzles of the kind are generated
=============  ===============================================================================

The built-in kinds are the table `BUILT_IN`. `register` adds others; so do installed packages, by entry
points of the group ``coversat.kinds`` that name a `Kind`. These are looked at when a name or a text is
not that of a known kind.
"""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from ..errors import CoversatError, UnknownKindError
from ..registry import exists

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

_DEFINES = {"model": "ENCODINGS", "search": "SEARCHES", "picture": "draw", "generator": "attempt"}
"""The name whose presence shows that a single module has a part."""


@dataclass(frozen=True)
class Kind:
    """A kind of problem: its name, its module, and how its texts are recognised.

    Attributes
    ----------
    name : str
        The name on the command line. It is also the ``kind`` of the class.
    home : str
        The full name of its package or module.
    class_name : str
        The class of its instances; derived from the last part of `home` if empty: ``StarBattle`` for
        ``star_battle``.
    begins : str or tuple of str, optional
        How the first word of a text of this kind may begin; the kind's name if None. Only texts that begin
        like this are offered to its forms.
    first_words : tuple of str
        First words, other than its name, that hint at this kind.
    endings : tuple of str
        File name endings, other than its name, that hint at this kind.
    """

    name: str
    home: str
    class_name: str = ""
    begins: str | tuple[str, ...] | None = None
    first_words: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.class_name:
            object.__setattr__(self, "class_name", self.module.title().replace("_", ""))

    @property
    def module(self) -> str:
        return self.home.rpartition(".")[2]

    @property
    def is_package(self) -> bool:
        return _is_package(self.home)

    def has(self, part: str) -> bool:
        """Whether it has this part; of a package nothing is imported."""
        if self.is_package:
            package, _, module = f"{self.home}.{part}".rpartition(".")
            return exists(package, module)
        return self._own(_DEFINES.get(part, self.class_name)) is not None

    def load(self, part: str, name: str, default: Any = None) -> Any:
        """The object of a part with this name; `default` if there is no such part."""
        if not self.is_package:
            return self._own(name, default)
        if not self.has(part):
            return default
        return getattr(importlib.import_module(f"{self.home}.{part}"), name)

    def _own(self, name: str, default: Any = None) -> Any:
        """A name defined by its single module; functions that it imports do not count."""
        found = getattr(importlib.import_module(self.home), name, default)
        return found if getattr(found, "__module__", self.home) == self.home else default

    def may_begin(self, word: str) -> bool:
        """Whether a text with this first word can be in one of the kind's own forms."""
        return word.startswith(self.name if self.begins is None else self.begins)


@cache
def _is_package(home: str) -> bool:
    spec = importlib.util.find_spec(home)
    return spec is not None and spec.submodule_search_locations is not None


class PluginError(CoversatError):
    """An installed package offers something that cannot be loaded."""


class Installed(Generic[T]):
    """The objects that installed packages offer in one group of entry points, such as ``coversat.kinds``.

    Distributions are searched once, when a name is looked up that coversat itself does not define.

    Parameters
    ----------
    group : str
    what : type
        That the objects named by the entry points must have.
    """

    def __init__(self, group: str, what: type[Any]) -> None:
        self.group = group
        self.what = what

        self._loaded: set[str] = set()

    def names(self) -> list[str]:
        return list(_entry_points(self.group))

    def load_new(self, names: Iterable[str] | None = None) -> Iterator[tuple[str, T]]:
        """The objects not loaded before, of these names or of all, with their names.

        An object that cannot be loaded is an error if it is named; otherwise it causes one warning.
        """
        for name in _entry_points(self.group) if names is None else names:
            if name in _entry_points(self.group) and name not in self._loaded:
                self._loaded.add(name)
                try:
                    yield name, self.load(name)
                except PluginError as error:
                    if names is not None:
                        raise
                    warnings.warn(str(error), stacklevel=3)

    def load(self, name: str) -> T:
        """The object of this name. Raise `PluginError` if it cannot be imported, or is of another type."""
        point = _entry_points(self.group)[name]
        where = f"the entry point '{name} = {point.value}' of {self.group}"
        try:
            found = point.load()
        except Exception as error:  # any exception of the other package
            raise PluginError(f"{where} cannot be loaded: {type(error).__name__}: {error}") from error
        if not isinstance(found, self.what):
            raise PluginError(f"{where} is a {type(found).__name__}, not a {self.what.__name__}")
        return cast(T, found)


@cache
def _entry_points(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # imports email, csv and zipfile

    return {point.name: point for point in sorted(entry_points(group=group), key=lambda one: one.name)}


def _built_in(name: str, module: str = "", **about: Any) -> Kind:
    return Kind(name, f"{__name__}.{module or name}", **about)


BUILT_IN = (
    _built_in("sudoku", begins="", endings=("sdk", "sdm", "ss")),
    _built_in("sudominoku", begins=""),
    _built_in("kakuro", begins=""),
    _built_in("queens"),
    _built_in("langford"),
    _built_in("dominosa"),
    _built_in("polyomino"),
    _built_in("latin"),
    _built_in("skyscrapers"),
    _built_in("starbattle", "star_battle"),
    _built_in("nonogram", endings=("non",)),
    _built_in("cnf", begins=("c", "p"), first_words=("p", "c"), endings=("dimacs",)),
    _built_in("cover", "exact_cover", begins="", first_words=("|",), endings=("dlx", "xc", "xcc")),
)
"""A text is offered to the forms of these kinds in this order."""

_KINDS = {kind.name: kind for kind in BUILT_IN}
_INSTALLED: Installed[Kind] = Installed("coversat.kinds", Kind)


class KindNames(Sequence[str]):
    """The names of all kinds: the built-in ones, then those registered, in that order."""

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return tuple(_KINDS)[at]

    def __len__(self) -> int:
        return len(_KINDS)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(_KINDS))

    def __contains__(self, name: object) -> bool:
        return name in _KINDS or (isinstance(name, str) and load_installed(name))

    def __repr__(self) -> str:
        return repr(tuple(_KINDS))


KINDS = KindNames()
"""The name of every kind of problem."""


def register(kind: Kind) -> None:
    """Add a kind of problem to those known to texts, routes and commands.

    Raise `ValueError` if another kind has this name.
    """
    if _KINDS.setdefault(kind.name, kind) != kind:
        raise ValueError(f"there is a kind of problem called {kind.name!r}: {_KINDS[kind.name].home}")


def load_installed(name: str | None = None) -> bool:
    """Register the kind of this name that an installed package offers, or all of them.

    Returns
    -------
    bool
        Whether any was registered.

    Raises
    ------
    PluginError
        If a package offers a kind that cannot be loaded.
    """
    new = [kind for _, kind in _INSTALLED.load_new(None if name is None else (name,))]
    for kind in new:
        register(kind)
    return bool(new)


def all_kinds() -> tuple[Kind, ...]:
    """Every kind that is registered so far."""
    return tuple(_KINDS.values())


def is_known(name: str) -> bool:
    """Whether a kind of this name is registered; installed packages are not searched."""
    return name in _KINDS


def find(name: str) -> Kind:
    """The kind of this name. Raise `UnknownKindError` if there is none."""
    if name not in KINDS:
        raise UnknownKindError(f"no kind of problem is called {name!r}; there is {', '.join(KINDS)}")
    return _KINDS[name]


def load_part(kind: str, part: str, name: str, default: Any = None) -> Any:
    """The object of a part of a kind with this name; `default` if there is no such part."""
    return find(kind).load(part, name, default)
