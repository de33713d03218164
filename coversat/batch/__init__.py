"""Batches of puzzles: read as they come, answered by one process or many, results in the order of the input.

entry        one puzzle of a batch, with its place; blocks of puzzles that are read together
lines        files with a puzzle in each line, as a stream
entries      the puzzles of files, links and standard input
request      one question about every puzzle, with its options
chunks       the puzzles in chunks for workers, and the chunks in order again
blocks       puzzles that are decided together
workers      chunks given to the workers of an executor
sets         the whole batch: in this process, in others, or on a cluster
presenting   results as text or JSON lines, and their summary
"""
