"""Theorems in Coq about puzzles: their statement, how they are proved, and how Coq checks them.

`form` is the form of proof; `translation` states a model as data of the library in `proofs/theorem`;
`clauses`, `words` and `graphs` say what follows from single rules; `search` finds the answers and the proof;
`coq` writes the texts; `library` runs Coq. Start with `form`.
"""
