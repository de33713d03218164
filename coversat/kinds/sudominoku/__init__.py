"""Sudominoku."""
