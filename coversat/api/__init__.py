"""The public functions: each is what one command of the command line calls.

A *source* is a problem, the name of a file, or a text in any form that is recognised. `timeout` is in
seconds, and holds for reading as well. What is raised derives from `coversat.CoversatError`, or is a
`ValueError` for arguments that make no sense.

This room uses every other but `cli` and `setters`. Start with `asking`; `sets` answers many puzzles.
"""
