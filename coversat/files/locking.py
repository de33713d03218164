"""A file for one process alone."""

from __future__ import annotations

from typing import IO


def lock(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, where the system can; False when another process has locked it."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        # Of this process alone: workers that outlive it for a moment do not keep the next run out.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks
    return True
