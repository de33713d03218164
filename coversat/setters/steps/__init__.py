"""Solving steps and hints: their search, their words and their pictures."""
