"""Sets of puzzles: read as they come, answered in parts, by one process or many, results in order.

entries   what is read: a puzzle each, and where it stands
question  what is asked of every puzzle, and the result of one
together  many puzzles of one shape, by the exact cover they share
parts     the set in parts, sized by measured speed; their results in order
pool      parts in processes of this machine, with limits that hold
cluster   parts on a Dask cluster
journal   results in a file that can be continued
summary   how it went
"""
