"""Formulas in conjunctive normal form."""
