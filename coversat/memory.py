"""The memory of this process: its limit, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import SolverError
from .wording import of_memory


def memory_reason(memory: int | None) -> str:
    """A description of the memory limit that a process exceeded."""
    return "all memory" if memory is None else of_memory(memory)


def limit_memory(memory: int) -> None:
    """Let this process use at most this many bytes more than it has now; a lower limit stays.

    Raises
    ------
    SolverError
        If the system cannot limit the memory of a process.
    """
    most, _, _ = _bounds(memory)
    _set(most, most)


@contextmanager
def limited_memory(memory: int | None) -> Iterator[None]:
    """Limit the memory that this process may use beyond its current use, in bytes.

    Errors of Python and of compiled modules for lack of memory become `MemoryError`. Raises `SolverError` if
    the system cannot limit memory.
    """
    if memory is None:
        yield
        return
    most, before, highest = _bounds(memory)
    _set(most, highest)
    try:
        yield
    except (ImportError, SystemError):
        raise MemoryError from None
    finally:
        _set(before, highest)


def _bounds(memory: int) -> tuple[int, int, int]:
    """The limit for this many more bytes, and the current soft and hard limits."""
    try:
        import resource
    except ImportError:
        raise SolverError("this system cannot limit the memory of a process") from None
    try:
        with open("/proc/self/statm") as file:
            base = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        base = 0
    before, highest = resource.getrlimit(resource.RLIMIT_AS)
    bounds = [bound for bound in (base + memory, before, highest) if bound != resource.RLIM_INFINITY]
    return min(bounds), before, highest


def _set(soft: int, hard: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def memory_left() -> int | None:
    """The bytes that this process can still take, by its limit and by the system; None if not known."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        with open("/proc/meminfo") as file:
            free = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
    except (ImportError, OSError, StopIteration):
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return free if limit == resource.RLIM_INFINITY else min(free, max(0, limit - used))
