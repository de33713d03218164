"""What holds for every test."""

import gc
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

import coversat.kinds
from coversat import processes

# No test asserts a time, so none fails because a machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# pytest-xdist starts a thread, so workers would be spawned, and each would import everything again.
if sys.platform == "linux":
    processes.safe_method = lambda: "fork"

# Where a shell runs the tests in the background interrupts are ignored, and would be by what tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers start as where forking is not safe."""
    monkeypatch.setattr(processes, "safe_method", lambda: "spawn")


@pytest.fixture(scope="module", autouse=True)
def heap_of_before() -> None:
    """What is there when a module begins is not looked through again and again, nor copied by its workers."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def kinds_of_before() -> Iterator[None]:
    """A kind or constraint that a test loads from a file is not listed in the tests after it."""
    known = coversat.kinds._REGISTRY._registered[""]
    before = dict(known)
    yield
    for name in [name for name, kind in known.items() if kind.file and kind != before.get(name)]:
        del known[name]
        if name in before:
            known[name] = before[name]
    constraints = sys.modules.get("coversat.kinds.sudoku.constraints.base")
    words = {} if constraints is None else constraints._REGISTRY._registered.get("", {})
    for word, found in list(words.items()):
        if found.__module__.startswith("coversat_file_"):
            del words[word]
            sys.modules.pop(found.__module__, None)
