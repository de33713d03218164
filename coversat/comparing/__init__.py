"""Comparing reductions: many routes on one puzzle or many, measured, stored and reported.

Start with `compare`. This room uses `answering` and what it uses. Nothing is imported here: `compare` needs
neither the store of `bench` nor the plots of `report`.
"""
