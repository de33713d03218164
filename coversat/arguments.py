"""Arguments of the library: what makes no sense is refused before anything is done."""

from __future__ import annotations

import math


def seconds(timeout: float | None) -> float | None:
    """So many seconds, or None.

    Raises
    ------
    ValueError
        For what is no number above 0.
    """
    if timeout is not None and (not _is_number(timeout) or math.isnan(timeout) or timeout <= 0):
        raise ValueError(f"timeout is a number of seconds above 0, not {timeout!r}")
    return timeout


def whole(name: str, number: int | None, least: int | None = 1) -> int | None:
    """A whole number, of at least so much where this is said; or None.

    Raises
    ------
    ValueError
    """
    if number is None:
        return None
    if not _is_number(number) or not isinstance(number, int):
        raise ValueError(f"{name} is a whole number, not {number!r}")
    if least is not None and number < least:
        raise ValueError(f"{name} is a whole number from {least} up, not {number}")
    return number


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
