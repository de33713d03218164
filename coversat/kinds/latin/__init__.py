"""Latin squares."""
