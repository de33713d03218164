"""The commands of puzzle setters, written as those in `coversat.cli`."""
