"""Testing what a user defines: kinds of puzzles, constraints of sudokus, and reductions."""
