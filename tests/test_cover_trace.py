"""Searches told step by step: by every engine in the same steps, and nothing ruled out that was not seen."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from cover_cases import WAYS
from each import each
from instances import instances, module
from kinds.exact_cover import seen

from coversat.base.errors import LimitReachedError
from coversat.certificates import enumeration, verify_certificate
from coversat.certificates import write_certificate as certify
from coversat.kinds.star_battle.rules import StarBattle
from coversat.problems import KINDS, ExactCover
from coversat.reductions.paths import apply_path, path_to
from coversat.solvers import Limits
from coversat.solvers.cover.bitset_cover import PreparedCover
from coversat.solvers.cover.cover_tree import Action, Event
from coversat.solvers.solver import Meter

WIDE = """\
starbattle 3
IFGAIHFDD
IHHGIEDII
FBHAGGEGB
CHIIGDBID
AGAAHFFGC
CHFIEFFAG
EDGFIEEIH
CEHDIADAA
CHFFFGAGF
"""
"""Its cover has so many options that engines reduce the matrix before they search."""


def steps(prepared: PreparedCover) -> list[Event]:
    return list(prepared.trace(Meter(Limits())))


def drawn(count: int) -> list[ExactCover]:
    chance = random.Random(11)
    return [module("cover").drawn(chance) for _ in range(count)]


def brute_force(cover: ExactCover) -> set[tuple[int, ...]]:
    every = module("cover").every_subset(cover)
    return {chosen for chosen in every if not cover.violations(chosen)}


@pytest.mark.thorough
def test_all_engines_take_the_same_steps() -> None:
    some = [*(instances(kind)[-1].problem for kind in list(KINDS)[::2]), StarBattle.parse(WIDE)]
    reduced = [apply_path(path_to(one.kind, "cover"), one).target for one in some]
    for cover in (*drawn(80), *reduced):
        told = {name: steps(prepare(cover)) for name, prepare in WAYS.items()}
        assert all(those == told["python"] for those in told.values())


@pytest.mark.thorough
def test_what_is_ruled_out_was_seen() -> None:
    """Each trial ends once, the last first, when every cover with all that is on trial was found."""
    for cover in drawn(120):
        if len(cover.options) > 12:
            continue
        covers, found, trials = brute_force(cover), [], list[int]()
        for action, option, answer in steps(PreparedCover(cover)):
            if action is Action.TRY:
                trials.append(option)
            elif action is Action.ANSWER:
                assert {option for option in trials if option < len(cover.options)} <= {*answer}
                found.append(answer)
            else:
                assert trials.pop() == option
                assert action is Action.RULE_OUT or cover.projection is not None
                if cover.projection is None:
                    assert {one for one in covers if {*trials, option} <= {*one}} <= {*found}
        assert trials == []
        shown = [seen(cover, answer) for answer in found]
        assert len(set(shown)) == len(shown)
        assert set(shown) == {seen(cover, answer) for answer in covers}
        assert set(found) <= covers


@pytest.mark.thorough
@each("way", WAYS)
def test_a_wide_cover_gets_a_proof_that_is_accepted(way: str, tmp_path: Path) -> None:
    """Options go by unit propagation alone, before the search begins too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumeration, "PreparedCover", WAYS[way])
        found = certify(StarBattle.parse(WIDE), tmp_path / "c", proof="enumeration", counting=True)
    assert (found.at_least, found.exhausted) == (0, True)
    assert verify_certificate(tmp_path / "c").accepted


@each("way", WAYS)
def test_a_limit_ends_it(way: str) -> None:
    cover = apply_path(path_to("queens", "cover"), instances("queens")[0].problem.parse("queens 9")).target
    with pytest.raises(LimitReachedError, match="30 nodes"):
        list(WAYS[way](cover).trace(Meter(Limits(nodes=30))))
