"""Batches of puzzles: read as they come, answered by one process or many, results in the order of the input.

entries      the puzzles of files and standard input, each with its place
request      one question about every puzzle, with its options
sets         the batch, divided into tasks for an executor
presenting   results as text or JSON lines, and their summary
"""
