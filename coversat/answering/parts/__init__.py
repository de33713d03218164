"""One large problem in parts, on several processes or a cluster, in a log that a later run continues.

answering  one puzzle solved, checked or counted in parts
ledger     a search in parts, their results, and which of them are left
run        one run of such a search: bundles of parts for workers, and their results
divide     searches for answers that are divided among the workers of a run
covers     exact covers in parts
cubes      formulas in parts: cube and conquer
"""
