"""Generating puzzles: `generate` runs the attempts, which are in `puzzles` for kinds that are one class."""
