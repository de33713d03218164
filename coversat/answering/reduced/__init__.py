"""A reduction as a value: what a problem was reduced to, its rules and places, and the way back."""

from .reduced import Reduced as Reduced
