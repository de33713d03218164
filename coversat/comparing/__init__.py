"""The lab: puzzles solved by many routes, compared, measured, stored and reported.

Nothing is imported here: `compare` needs neither the store of `bench` nor the plots of `report`.
"""
