"""Exact cover and SAT for puzzles."""
