"""The machine that a benchmark runs on, by no name of its own."""

from __future__ import annotations

import platform
from pathlib import Path


def machine() -> dict[str, str]:
    model = platform.processor() or platform.machine()
    try:
        info = Path("/proc/cpuinfo").read_text()
        model = next(line.split(": ")[1] for line in info.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration, IndexError):
        pass
    return {"processor": model, "system": platform.system(), "python": platform.python_version()}
