"""The texts that outside programs read, and how what they print is read; programs as solvers.

A text states a problem and nothing else: `exchange` adds where the problem comes from, so that an answer is
carried back. This room uses `reductions`, `solvers` and what they use. Start with `text`, then `external`.
"""
