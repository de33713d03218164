"""Batches of puzzles: read as they come, answered by one process or many, results in the order of the input.

entry        one puzzle of a batch, with its place; blocks of puzzles that are read together
entries      the puzzles of files, links and standard input
request      one question about every puzzle, with its options; blocks that are decided together
workers      the puzzles in chunks for the workers of an executor, and the chunks in order again
sets         the whole batch: in this process, in others, or on a cluster
presenting   results as text or JSON lines, and their summary
"""
