"""coversat's peers in `kinds.py`: their models, the processes they run in, the puzzles, the table."""
