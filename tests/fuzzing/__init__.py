"""A fuzz over all commands: runs drawn from a seed, each in a folder and a process of its own, and judged.

``python -m fuzzing --seed 7 --runs 1000`` from the folder of the tests; ``--only N`` repeats one.
"""
