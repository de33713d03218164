"""What holds for every test."""

import gc
import math
import os
import sys
import time
from collections.abc import Iterator

import instances
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

import coversat.problems.kind
from coversat.base import processes

# No test asserts a time, so none fails because a machine is busy.
settings.register_profile("default", deadline=None, max_examples=10)
settings.register_profile("thorough", deadline=None, max_examples=50)

# Hypothesis would read all modules for constants to try: it takes seconds in each process, and what it draws
# would depend on what was imported before.
providers.is_local_module_file = lambda path: False


def pytest_configure(config: pytest.Config) -> None:
    """With the thorough tests come more examples, and every instance of the contract tests."""
    instances.THOROUGH = "not thorough" not in config.option.markexpr
    settings.load_profile("thorough" if instances.THOROUGH else "default")


# pytest-xdist starts a thread, so workers would be spawned, and each would import everything again.
if sys.platform == "linux":
    processes.safe_method = lambda: "fork"


SECONDS = float(os.environ.get("COVERSAT_SECONDS", "inf"))
"""After this time, tests that have not begun are skipped."""
_started = time.monotonic()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where the time is limited, others are skipped each time: it begins with another file."""
    if items and not math.isinf(SECONDS):
        files = list(dict.fromkeys(item.path for item in items))
        first = files[41 * instances.SHIFT % len(files)]
        at = next(at for at, item in enumerate(items) if item.path == first)
        items[:] = items[at:] + items[:at]


def pytest_runtest_setup() -> None:
    if time.monotonic() - _started > SECONDS:
        pytest.skip("no time left")


# What tests make is rarely garbage that has to be looked for; what is made while they are collected never is.
gc.set_threshold(100_000)
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """Nor is it looked through at the end."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def answers_found_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The answers of the instances, by whichever process of this run needs them first."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        instances.SHARED = tmp_path_factory.getbasetemp().parent / "instances"
        instances.SHARED.mkdir(exist_ok=True)


@pytest.fixture(scope="session", autouse=True)
def a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What programs keep for later runs is not kept for later tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


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
    known = coversat.problems.kind._REGISTRY._registered[""]
    before = dict(known)
    yield
    for name in [name for name, kind in known.items() if kind.file and kind != before.get(name)]:
        del known[name]
        if name in before:
            known[name] = before[name]
    own = sys.modules.get("coversat.answering.own_encodings")
    for name in [] if own is None else [*own._loaded]:
        own.forget_encoding(name)
    constraints = sys.modules.get("coversat.kinds.sudoku.constraints.base")
    words = {} if constraints is None else constraints._REGISTRY._registered.get("", {})
    for word, found in list(words.items()):
        if found.__module__.startswith("coversat_file_"):
            del words[word]
            sys.modules.pop(found.__module__, None)
