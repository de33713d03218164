"""Why a puzzle has no answer, one or several, and what each cell may hold.

`explain` and `candidates` are independent of the kind: they use the formula of its default
reduction. A kind supports them by defining its givens (`Problem.given_names`, `Problem.with_givens`).
"""
