"""What holds for every test."""

import gc
import signal

import pytest
from hypothesis import settings

# No test asserts a time, so none fails because a machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# Where a shell runs the tests in the background interrupts are ignored, and would be by what tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def heap_of_before() -> None:
    """What is there when a module begins is not looked through again and again, nor copied by its workers."""
    gc.collect()
    gc.freeze()
