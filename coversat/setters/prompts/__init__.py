"""Puzzles in words, for people and language models, and the sets of them that `generate` writes."""
