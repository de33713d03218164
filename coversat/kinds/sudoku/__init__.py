"""Sudoku."""
