"""Texts of problems in the form that they had."""

from __future__ import annotations

from collections.abc import Sequence

from coversat.problems import AnyForm, AnyProblem


def written(problems: Sequence[AnyProblem], form: AnyForm) -> str:
    """Problems in their form or, if that is read-only, in the kind's default form."""
    if form.write is not None:
        try:
            return form.write(problems)
        except ValueError:  # what the form cannot state
            pass
    return "".join(problem.format() for problem in problems)
