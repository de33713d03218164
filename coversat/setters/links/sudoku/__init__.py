"""Sudoku in the notations of other programs, each form under its name in capital letters."""
