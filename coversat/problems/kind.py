"""What a kind of problem is, and the kinds by name.

A kind is a package or, if it is small, a single module. A package has a module for each part; a single
module holds all of them, except those that `Kind.parts` finds elsewhere, in dictionaries by kind. Each part
has a fixed name and defines fixed names:

=============  ===============================================================================
``rules``      the class of its instances: the value and its rules check
``text``       the forms of its texts that are not in ``rules``, in capital letters
``model``      ``ENCODINGS``, its reductions
``search``     ``SEARCHES``, its direct searches; otherwise backtracking if the class is `Stepwise`
``turns``      ``TURNS``, a `Strategy`, if what is tried by default differs from other kinds
``picture``    ``draw``; otherwise the text of `render`
``generator``  ``attempt`` and ``CHECKS``, if puzzles of the kind are generated
=============  ===============================================================================

The built-in kinds are the table of `coversat.kinds`. `register` adds others; so do installed packages, by
entry points of the group ``coversat.kinds`` that name a `Kind`, or a class of kind `GridPuzzle`. These are
looked at when a name or a text is not that of a known kind.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, overload

from ..base.errors import ArgumentError, UnknownKindError
from ..base.registry import Registry, exists, load
from ..base.wording import meant

if TYPE_CHECKING:
    from .problem import AnyProblem

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
    looks : function, optional
        Whether a text can be of this kind, of one whose texts do not begin with a certain word; so that its
        module is not imported for others.
    first_words : tuple of str
        First words, other than its name, that hint at this kind.
    endings : tuple of str
        File name endings, other than its name, that hint at this kind.
    parts : mapping
        Modules of parts that are not in `home`, for several kinds: a name there, in capital letters, is a
        dictionary by kind, such as ``SEARCHES = {"masyu": ...}`` and ``DRAW = {"kakuro": draw_kakuro, ...}``.
    file : str
        The file of a user that defines it; it is in use instead of another kind of this name.
    """

    name: str
    home: str
    class_name: str = ""
    begins: str | tuple[str, ...] | None = None
    looks: Callable[[str], bool] | None = None
    first_words: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    file: str = ""

    def __post_init__(self) -> None:
        if not self.class_name:
            object.__setattr__(self, "class_name", self.module.title().replace("_", ""))

    @property
    def module(self) -> str:
        return self.home.rpartition(".")[2]

    @property
    def is_package(self) -> bool:
        return _is_package(self.home)

    def module_of(self, part: str) -> str:
        """The full name of the module that holds a part, or would hold it."""
        return self.parts.get(part) or (f"{self.home}.{part}" if self.is_package else self.home)

    def has(self, part: str) -> bool:
        """Whether it has this part; of a package nothing is imported."""
        module = self.module_of(part)
        if module == self.home:
            return self._own(_DEFINES.get(part, self.class_name)) is not None
        package, _, name = module.rpartition(".")
        return exists(package, name)

    def load(self, part: str, name: str, default: Any = None) -> Any:
        """The object of a part with this name; `default` if there is no such part."""
        module = self.module_of(part)
        if module == self.home:
            return self._own(name, default)
        if not self.has(part):
            return default
        if part in self.parts:
            return getattr(importlib.import_module(module), name.upper())[self.name]
        return getattr(importlib.import_module(module), name)

    def _own(self, name: str, default: Any = None) -> Any:
        """A name defined by its single module; functions that it imports do not count."""
        found = getattr(importlib.import_module(self.home), name, default)
        return default if isinstance(found, FunctionType) and found.__module__ != self.home else found

    def example(self, tiny: bool = False) -> str:
        """The text of a small puzzle; empty if there is none.

        It is the ``example`` of the class, or else the file ``examples/NAME.txt`` beside its package or
        module. With `tiny` it is ``examples/tiny/NAME.txt`` if there is one, for pictures of reductions.
        """
        stated = getattr(self.load("rules", self.class_name), "example", "")
        return (self._file("tiny/") if tiny else "") or str(stated) or self._file()

    def _file(self, folder: str = "") -> str:
        import pkgutil  # few commands need an example

        room = self.home.rpartition(".")[0]
        if self.file or not room:
            return ""
        try:
            found = pkgutil.get_data(room, f"examples/{folder}{self.name}.txt")
        except OSError:
            found = None
        return (found or b"").decode()

    def may_begin(self, word: str) -> bool:
        """Whether a text with this first word can be in one of the kind's own forms."""
        return word.startswith(self.name if self.begins is None else self.begins)

    def may_be(self, text: str, first: str) -> bool:
        """Whether a text with this first word can be in one of the kind's own forms, by its looks, too."""
        return self.may_begin(first) and (self.looks is None or self.looks(text))


@cache
def _is_package(home: str) -> bool:
    if home in sys.modules:  # also a script or a notebook, of which no spec is found
        return hasattr(sys.modules[home], "__path__")
    spec = importlib.util.find_spec(home)
    return spec is not None and spec.submodule_search_locations is not None


def _kind_of(found: Any) -> Any:
    """The kind of a class that is one; anything else as it is."""
    is_class = isinstance(found, type) and hasattr(found, "grid_model")
    return Kind(found.kind, found.__module__, found.__name__) if is_class else found


_REGISTRY = Registry[Kind](
    "coversat.kinds",
    Kind,
    "a kind of problem called {name!r}: {known.home}",
    lambda _, kind: register(kind),
    value=_kind_of,
    built_in=lambda: {kind.name: kind for kind in load("coversat", "kinds", "BUILT_IN")},
)


class KindNames(Sequence[str]):
    """The names of all kinds: the built-in ones, then those registered, in that order."""

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return tuple(_REGISTRY.registered())[at]

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(_REGISTRY.registered()))

    def __len__(self) -> int:
        return len(_REGISTRY.registered())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (is_known(name) or _REGISTRY.load(name))

    def __repr__(self) -> str:
        return repr(tuple(self))


KINDS = KindNames()
"""The name of every kind of problem."""
LISTING = "coversat list problems"
"""The command that lists them."""


def register(kind: Kind | type[AnyProblem]) -> None:
    """Add a kind of problem, such as a class of grid puzzles, to those known to texts, routes and commands.

    Raise `ArgumentError` for anything else, and if another kind has this name; a kind in a file of a user
    replaces it.
    """
    kind = _kind_of(kind)
    if not isinstance(kind, Kind):
        raise ArgumentError(f"a kind of problem is a Kind, or a class of puzzles, not {kind!r}")
    _REGISTRY.register(kind.name, kind, instead=bool(kind.file))


def all_kinds() -> tuple[Kind, ...]:
    """Every kind that is registered so far."""
    return tuple(_REGISTRY.registered().values())


def is_known(name: str) -> bool:
    """Whether a kind of this name is registered; installed packages are not searched."""
    return name in _REGISTRY.registered()


def find(name: str) -> Kind:
    """The kind of this name. Raise `UnknownKindError` if there is none."""
    if name not in KINDS:
        raise UnknownKindError(f"no kind of problem is called {name!r}; {meant(name, KINDS, LISTING)}")
    return _REGISTRY.registered()[name]


def load_part(kind: str, part: str, name: str, default: Any = None) -> Any:
    """The object of a part of a kind with this name; `default` if there is no such part."""
    return find(kind).load(part, name, default)
