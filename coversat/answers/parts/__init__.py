"""Running work in parallel: tasks, executors, and a log that a later run continues.

executor   tasks, results, and an executor on processes of this machine
dask       an executor on the workers of a Dask cluster
log        a file of JSON lines that a later run continues
questions  one puzzle solved, checked or counted in parts
parts      a large search in parts, and which of them are done
run        one run of such a search: bundles of parts for workers, and their results
divide     searches for answers that are divided among the workers of a run
covers     exact covers in parts, optionally by classes of equivalent positions
cubes      formulas in parts: cube and conquer
positions  names of positions of an exact cover: equivalent ones have the same
"""
