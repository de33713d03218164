"""The comparing lab: puzzles by many routes, measured, kept in a file, shown.

Nothing is imported here: `compare` needs neither the store of `bench` nor the pictures of `report`.
"""
