"""Polyomino packing."""
