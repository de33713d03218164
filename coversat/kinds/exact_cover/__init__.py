"""Exact cover."""
