"""What knows nothing of puzzles: errors, limits of time and memory, files, processes, registries, words.

Only `files.writing` replaces files, only `programs` runs external programs. This room uses no other.
"""
