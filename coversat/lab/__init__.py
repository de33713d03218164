"""The comparing lab: many puzzles by many routes, measured, kept in a file, shown as tables and pictures."""

from __future__ import annotations

from .bench import bench
from .measuring import Measurement, Seconds
from .plan import Puzzle, Task, plan
from .store import Record, Store, StoreError
from .summary import Disagreement, Report, report

__all__ = [
    "Disagreement",
    "Measurement",
    "Puzzle",
    "Record",
    "Report",
    "Seconds",
    "Store",
    "StoreError",
    "Task",
    "bench",
    "plan",
    "report",
]
