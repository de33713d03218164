"""Answers: solve, check and count by a route, which is reductions one after the other and a solver.

routes           routes by name, and which one is the default
reduction_graph  the kinds and the reductions between them, and the ways from one kind to another
running          running a route, with every answer judged by the rules of the puzzle
turns            which routes are tried, and in which order, if none is named
questions        solve, check and count one problem: start reading here
sampling         estimates of search trees
reduced          a reduction as a value, to explore
sets             many problems: read as they come, on one process or several
parts            one large problem in parts, on several processes or a cluster

This room uses `kinds`, `reductions`, `solvers` and `proofs`.
"""
