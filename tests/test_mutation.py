"""What `mutation.py` would run."""

from __future__ import annotations

from mutation import ROOT, TARGETS, modules_of, runs_of, targets_of

MODULES = modules_of(ROOT)


def test_no_module_is_forgotten() -> None:
    """Each has tests of its own package, and some that are run; no line of the table is idle."""
    assert "solvers/search/area_sweep.py" in MODULES
    for module in MODULES:
        assert all(runs_of(ROOT, module, target) for target in targets_of(module)), module
        assert targets_of(module)[0] is not TARGETS[-1] or module.count("/") == 0, module
    idle = {*TARGETS}.difference(target for module in MODULES for target in targets_of(module))
    assert not idle


def test_every_pattern_names_a_test() -> None:
    for target in TARGETS:
        for pattern in target.tests:
            assert [*(ROOT / "tests").glob(f"{pattern}.py")], pattern


def test_of_the_contract_the_cases_of_a_kind_are_run() -> None:
    *_, (flag, words, *files) = runs_of(ROOT, "kinds/sets.py", targets_of("kinds/sets.py")[0])
    assert flag == "-k"
    assert {"setpacking", "hittingset", "matching3d"} <= {*words.split(" or ")}
    assert "tests/test_contract.py" in files
