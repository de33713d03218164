"""No test asserts a time, so none fails because a machine is busy."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
