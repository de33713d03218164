"""The memory of this process: its limit, and what is left."""

from __future__ import annotations

from .errors import SolverError
from .wording import of_memory


def memory_reason(memory: int | None) -> str:
    """The limit that a process met which ran out of memory, in words."""
    return "all memory" if memory is None else of_memory(memory)


def limit_memory(memory: int) -> None:
    """Let this process use at most so many bytes beyond what it has now; a lower limit stays.

    Raises
    ------
    SolverError
        Where the system cannot.
    """
    try:
        import resource
    except ImportError:
        raise SolverError("this system cannot limit the memory of a process") from None
    try:
        with open("/proc/self/statm") as file:
            base = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        base = 0
    _, highest = resource.getrlimit(resource.RLIMIT_AS)
    most = base + memory if highest == resource.RLIM_INFINITY else min(base + memory, highest)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


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
