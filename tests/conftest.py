"""What holds for every test."""

import signal

from hypothesis import settings

# No test asserts a time, so none fails because a machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# A shell that runs the tests in the background ignores interrupts, and what tests start would ignore them too.
signal.signal(signal.SIGINT, signal.default_int_handler)
