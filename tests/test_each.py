"""`each` runs all cases in one test, each on its own, and its failure names those that fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each


def test_every_case_is_run_and_the_failures_are_named(tmp_path: Path) -> None:
    seen = []

    @each("first", [1, 2])
    @each(("second", "third"), [("a", None), ("b", None)])
    def check(first: int, second: str, third: None, folder: Path) -> None:
        seen.append((first, second, folder))
        assert second == "a"

    with pytest.raises(AssertionError) as failure:
        check(folder=tmp_path)
    assert seen == [(first, second, tmp_path) for first in (1, 2) for second in ("a", "b")]
    assert failure.value.__notes__[:2] == ["of the case: 'b', None", "1 of 2 cases failed"]
    assert failure.value.__notes__[2:4] == ["of the case: 1", "2 of 2 cases failed"]


SEEN = {"number": 0}


@each("number", [1, 2])
def test_no_case_sees_what_another_left(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (list(tmp_path.iterdir()), SEEN["number"], capsys.readouterr().out) == ([], 0, "")
    (tmp_path / "left").touch()
    monkeypatch.setitem(SEEN, "number", number)
    print(number)


def test_a_case_that_is_skipped_hides_no_failure() -> None:
    @each("number", [1, 2])
    def check(number: int, skipped: list[int]) -> None:
        if number in skipped:
            pytest.skip("not here")
        assert number == 1

    check(skipped=[2])
    with pytest.raises(AssertionError):
        check(skipped=[1])
    with pytest.raises(pytest.skip.Exception):
        check(skipped=[1, 2])
