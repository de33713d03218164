"""Tools for puzzle setters: explain, candidates, grade and generate.

`explain`, `candidates` and `grade` know no puzzle: they use the formula of the kind's default reduction.  A
kind takes part by defining its givens (`Problem.given_names`, `Problem.with_givens`).
"""
