"""Cases too small to be tests of their own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any

import pytest


@contextmanager
def _fresh(fixtures: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """As in a test of its own: the folder is empty, nothing was printed, and nothing is patched."""
    own = dict(fixtures)
    with ExitStack() as patches:
        for name, value in fixtures.items():
            if name == "tmp_path":
                own[name] = value / str(number)
                own[name].mkdir()
            elif name in ("capsys", "capfd"):
                value.readouterr()
            elif name == "monkeypatch":
                own[name] = patches.enter_context(value.context())
        yield own


def each(
    names: str | tuple[str, ...], values: Iterable[Any], ids: Callable[[Any], object] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, but in one test: thousands of them take longer than what they do.

    All cases are run; the first failure is raised, and says of which case it is and which others failed. The
    test is skipped if all its cases are.
    """
    keys = names.replace(" ", "").split(",") if isinstance(names, str) else list(names)
    cases = [case if len(keys) > 1 else (case,) for case in values]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            skipped = []
            for number, case in enumerate(cases):
                try:
                    with _fresh(fixtures, number) as own:
                        test(**own, **dict(zip(keys, case, strict=True)))
                except pytest.skip.Exception as skip:
                    skipped.append(skip)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"of the case: {', '.join(str(ids(value)) for value in case)}"[:500])
                    failures.append(failure)
            if failures:
                failures[0].add_note(f"{len(failures)} of {len(cases)} cases failed")
                for other in failures[1:]:
                    failures[0].add_note(f"also {other.__notes__[-1]}")
                raise failures[0]
            if skipped and len(skipped) == len(cases):
                raise skipped[0]

        signature = inspect.signature(test)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        run.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return run

    return decorate
