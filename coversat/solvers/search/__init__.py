"""The direct searches, independent of every reduction: published programs, and solvers of puzzles."""
