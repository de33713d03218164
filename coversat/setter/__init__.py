"""What a puzzle setter asks: why not, what else, what would fix it, how hard, and give me one.

`explain`, `candidates` and `grade` know no puzzle: they ask the formula of the kind's usual reduction.  A
kind of problem takes part by saying which givens it has (`Problem.given_names`, `Problem.with_givens`).
"""
