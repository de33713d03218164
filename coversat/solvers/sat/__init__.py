"""SAT: the solvers of PySAT, programs that read DIMACS, cuts for loops and areas, unit propagation."""
