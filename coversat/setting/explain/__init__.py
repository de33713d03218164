"""Tools for puzzle setters: explain, candidates, grade and generate.

`explain`, `candidates` and `grade` are independent of the kind: they use the formula of its default
reduction. A kind supports them by defining its givens (`Problem.given_names`, `Problem.with_givens`).
"""
