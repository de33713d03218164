"""Exact cover: Dancing Links as published, and a bit set engine with its compiled twin."""
