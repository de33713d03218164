"""How a puzzle of each kind is made: a module a kind, each with one function ``attempt``
and ``CHECKS``, the two routes that check what it made.

``attempt(spec, rng, clock)`` gives a problem with exactly one answer, or None where this attempt failed
and another may not.  All chance comes from `rng`, and nothing depends on which of several answers a
solver finds first, so the same seed gives the same puzzle on every machine.
"""
