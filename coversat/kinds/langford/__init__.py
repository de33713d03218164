"""Langford pairs."""
