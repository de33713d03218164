"""Numbers with their units, as people read them."""

from __future__ import annotations

_MEMORY = ((2**30, "GB"), (2**20, "MB"), (2**10, "KB"))


def counted(number: float, unit: str) -> str:
    """``1 node``, ``2 nodes``, ``0.5 seconds``."""
    return f"{number:{'' if isinstance(number, int) else 'g'}} {unit}{'' if number == 1 else 's'}"


def of_memory(size: int) -> str:
    """So many bytes of memory, in the largest unit that takes no fraction."""
    for whole, unit in _MEMORY:
        if size and size % whole == 0:
            return f"{size // whole} {unit} of memory"
    return f"{counted(size, 'byte')} of memory"
