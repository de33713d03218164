"""Which process runs tests; what holds for them stands in `every_test`.

The process that hands tests to others does not import what they need.
"""

import os
import signal
import sys

import pytest

# What tests and the programs that they start import is compiled once, also where bytecode is not wanted.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Where a shell runs the tests in the background interrupts are ignored, and would be by what tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    hands_out = getattr(config.option, "dist", "no") != "no" and not hasattr(config, "workerinput")
    if not hands_out:
        config.pluginmanager.import_plugin("every_test")
