"""Dominosa."""
