"""The formulas of the atlas in words: the clauses of a small example by rule, where an encoding was "
"published."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import coversat
from coversat.answering.reduced import Reduced
from coversat.answering.routes import find_path
from coversat.base.errors import CoversatError, ReductionError
from coversat.base.wording import counted
from coversat.problems import AnyProblem
from coversat.problems.exact_cover.rules import ExactCover
from coversat.reductions.paths import EncodingPath, apply_path, keeps_of

SOURCES = {
    "extended": "Lynce and Ouaknine, AIMATH 2006",
    "minimal": "Lynce and Ouaknine, AIMATH 2006",
    "counters": "Sinz, CP 2005, with both directions of each equivalence",
    "sums": "Abío et al., JAIR 2012, for the diagrams",
    "tuples": "Bacchus, CP 2007, as tables of ordered fillings",
    "regular": "Quimper and Walsh, CP 2006; Bacchus, CP 2007",
    "automata": "Quimper and Walsh, CP 2006; Bacchus, CP 2007",
    "mdd": "Abío, Gange, Mayer-Eichberger and Stuckey, CPAIOR 2016",
    "table": "Bacchus, CP 2007",
    "totalizer": "Bailleux and Boufkhad, CP 2003; Joshi, Martins and Manquinho, CP 2015",
    "order": "Tamura et al., Constraints 14, 2009",
    "positions": "Iwama and Miyazaki, IFIP Congress 1994",
    "precedence": "Prestwich, Discrete Applied Mathematics 130, 2003; Velev and Gao, SARA 2009",
    "binary": "Zhou, CP 2020",
    "cuts": "Soh et al., JELIA 2014, for Hamiltonian cycles",
    "modulo": "Heule, SAT 2021, modulo small numbers and without cuts",
    "sequential": "Sinz, CP 2005",
    "product": "Chen, ModRef 2010",
    "commander": "Klieber and Kwon, CFV 2007",
    "bitwise": "Frisch and Peugniez, IJCAI 2001",
    "ladder": "Gent and Nightingale, 2004",
    "cover": "Knuth, TAOCP 7.2.2.1",
}
"""Where encodings were published, by the end of their names; the others are coversat's own or folklore."""
MOST_RULES = 4
"""So many sorts of rules are shown of each formula."""
LONGEST = 90
"""Letters of a clause in words; more are left out."""


class Sort(NamedTuple):
    """The rules of an example that differ only in numbers.

    Attributes
    ----------
    label : str
        Of the first of them.
    rules, parts : int
        How many they are, and the clauses or items of all.
    first : str
        The first clause in words; empty for items.
    """

    label: str
    rules: int
    parts: int
    first: str


class Example(NamedTuple):
    """A reduction of the smallest example of its kind, in words."""

    kind: str
    sizes: Mapping[str, int]
    sorts: tuple[Sort, ...]
    more: int
    """Further sorts of rules that are not shown."""


def example_of(kind: str) -> AnyProblem:
    """The puzzle that `coversat example KIND` prints."""
    (problem,) = coversat.read(coversat.example(kind), kind)
    return problem


def about(rules: EncodingPath) -> str:
    return "; then ".join(rule.about for rule in rules)


def source(reduction: str) -> str:
    """Where it was published; empty if it is not known to be."""
    names = [part.removeprefix("cnf:") for part in reduction.split("/")]
    return SOURCES.get(names[-1].split(":")[0], "")


def reduction_class(kind: str, reduction: str, others: Sequence[AnyProblem]) -> str:
    """P or Q; where it depends on the puzzle, that of the example, or of the first that it applies to."""
    path = find_path(kind, reduction)
    source = _reduced(kind, reduction, others).source
    return keeps_of(path) or ("P" if apply_path(path, source).parsimonious else "Q")


def _reduced(kind: str, reduction: str, others: Sequence[AnyProblem]) -> Reduced:
    """The example of the kind reduced, or the first of the others that the reduction applies to."""
    for problem in (example_of(kind), *others):
        with suppress(ReductionError):
            return coversat.reduce(problem, reduction)
    raise ReductionError(f"{reduction} applies to no puzzle of {kind}")


def example(kind: str, reduction: str, others: Sequence[AnyProblem]) -> Example:
    """On the example of the kind, or on the first of the others that it applies to."""
    reduced = _reduced(kind, reduction, others)
    sorts = sorted(_sorts(reduced), key=lambda one: -one.parts)
    shown = tuple(sorts[:MOST_RULES])
    return Example(reduced.source.kind, reduced.sizes, shown, len(sorts) - len(shown))


def _sorts(reduced: Any) -> Iterator[Sort]:
    groups: dict[str, list[tuple[str, Sequence[Any]]]] = {}
    for label, parts in reduced.rules.items():
        groups.setdefault(re.sub(r"\d+", "N", label), []).append((label, parts))
    for those in groups.values():
        label, parts = next((one for one in those if one[1]), those[0])
        first = "" if isinstance(reduced.target, ExactCover) or not parts else _clause(reduced, parts)
        yield Sort(label, len(those), sum(len(parts) for _, parts in those), first)


def _clause(reduced: Any, parts: Sequence[Any]) -> str:
    """The longest clause: short ones are alike in all encodings."""
    try:
        words = " or ".join(map(reduced.name, max(parts, key=len))) or "false"
    except (CoversatError, TypeError):
        return ""
    return words if len(words) <= LONGEST else words[:LONGEST].rsplit(" or ", 1)[0] + " or ..."


def in_words(example: Example) -> Iterator[str]:
    """Sentences about the example."""
    yield counted_sizes(example.sizes)
    for sort in example.sorts:
        rules = f"{counted(sort.rules, 'rule')} like " if sort.rules > 1 else ""
        first = f": `{sort.first}`" if sort.first else ""
        unit = "clause" if "clauses" in example.sizes else "item"
        yield f"{rules}*{sort.label}*, {counted(sort.parts, unit)}{first}"
    if example.more:
        yield f"and {counted(example.more, 'more sort')} of rules"


def counted_sizes(sizes: Mapping[str, int]) -> str:
    names = {
        name: size for name, size in sizes.items() if name in ("variables", "clauses", "items", "options")
    }
    return ", ".join(f"{size:,} {name}" for name, size in names.items())
