"""Conflicts, minimal sets of givens that clash: which givens, taken together with the rules, leave no answer.

The same question with one answer set aside ("no *other* answer") gives the givens that make a puzzle
unique, so what is found here is a minimal unsatisfiable subset (MUS) of the givens in both cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .givens import Givens, Set


def minimal(givens: Givens, among: Sequence[int]) -> tuple[int, ...]:
    """A subset of `among` that clashes and of which no given can be left out.

    Givens late in `among` are the first to be left out.  `among` has to clash itself.

    Notes
    -----
    QuickXplain (Junker, AAAI 2004), which halves the givens and so needs few calls for a small clash,
    however many givens there are; each call's core narrows what is left to look at.
    """

    def explain(fixed: Set, fresh: bool, rest: Sequence[int]) -> tuple[int, ...]:
        if fresh and givens.clash(fixed) is not None:
            return ()
        if len(rest) == 1:
            return tuple(rest)
        half = len(rest) // 2
        early, late = rest[:half], rest[half:]
        needed_late = explain(fixed | set(early), True, late)
        givens.clock.report(f"narrowing down the givens: {givens.calls} calls")
        needed_early = explain(fixed | set(needed_late), bool(needed_late), early)
        return (*needed_early, *needed_late)

    core = givens.clash(among)
    assert core is not None, "there is no clash among these givens"
    rest = [given for given in among if given in core]
    if not rest or givens.clash(()) is not None:
        return ()
    return tuple(sorted(explain(frozenset(), False, rest)))


def smallest(givens: Givens) -> Iterable[tuple[tuple[int, ...], bool]]:
    """Sets of givens that clash, each smaller than the one before; True with the smallest there is.

    Notes
    -----
    Implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction with
    minimal hitting set dualization", CP 2015).  Every clash holds a given of each *correction set*: the
    givens left out by an answer that keeps as many of the others as it can.  A smallest set that meets
    all the correction sets known so far is a smallest clash as soon as it is a clash.
    """
    from pysat.examples.hitman import Hitman

    everything = tuple(range(givens.count))
    best = minimal(givens, everything)
    yield best, len(best) < 2
    if len(best) < 2:
        return
    with Hitman(htype="sorted") as hitting:
        hitting.hit(list(everything))
        while True:
            chosen = frozenset(hitting.get())
            if len(chosen) == len(best):
                yield best, True
                return
            if givens.clash(chosen) is not None:
                yield tuple(sorted(chosen)), True
                return
            least = len(chosen)
            # Disjoint correction sets, while there are any: a hitting set is dearer than a call.
            kept = chosen
            while True:
                kept = _grow(givens, kept)
                left_out = [given for given in everything if given not in kept]
                hitting.hit(left_out)
                kept = chosen = chosen | set(left_out)
                if (core := givens.clash(chosen)) is not None:
                    break
            found = minimal(givens, sorted(core))
            if len(found) < len(best):
                best = found
                yield best, False
            givens.clock.report(f"a clash of {len(best)} givens; the smallest has at least {least}")


def _grow(givens: Givens, kept: Set) -> Set:
    """`kept`, and one by one each other given that still leaves an answer."""
    for given in range(givens.count):
        if given not in kept and givens.clash(kept | {given}) is None:
            kept |= {given}
    return kept
