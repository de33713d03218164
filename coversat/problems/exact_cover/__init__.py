"""Exact cover."""

from . import text as text  # gives the class its forms
