"""Direct search: backtracking, domains of cells, and sweeps that count loops and areas."""
