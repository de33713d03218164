"""Batches of puzzles: read as they come, answered by one process or many, results in the order of the input.

entry        one puzzle of a batch, with its place; blocks of puzzles that are read together
lines        files with a puzzle in each line, as a stream
entries      the puzzles of files, links and standard input
request      one question about every puzzle, with its options
sets         the batch, divided into tasks for an executor
presenting   results as text or JSON lines, and their summary
"""
