"""For puzzle setters: explain, steps, hints, generate, grade, links of other programs, tests of own kinds.

This room is attached: no other room imports it, and all others run without it. `base.registry.attached` finds
what it adds, the text forms in `links` and the commands. It may use every other room. Start with
`explain.explain` or `steps.finding`.

explain    why there is no answer, what would make it unique, which values each cell has
steps      how a person solves a puzzle, step by step with reasons, and the next step as a hint
generate   puzzles with exactly one answer
grade      how hard a puzzle is
encoded    a problem as a formula, for the four above
links      text forms of other programs
testing    tests of kinds, constraints and reductions in a user's file
commands   the commands of these
"""

COMMANDS = {
    "explain": (
        "setters.commands.explaining",
        "Explain why a puzzle has no answer, or what would make it unique.",
    ),
    "candidates": ("setters.commands.explaining", "Print the values that each cell has in some answer."),
    "grade": ("setters.commands.explaining", "Grade how hard puzzles are."),
    "steps": ("setters.commands.stepping", "Print the steps that solve a puzzle, each with its reason."),
    "hint": ("setters.commands.stepping", "Print the next step from a partly filled board."),
    "generate": ("setters.commands.generating", "Generate puzzles that have exactly one answer."),
    "new": ("setters.commands.defining", "Write a file that defines a kind of puzzle, to be edited."),
    "test": ("setters.commands.defining", "Test a kind of puzzle, or a reduction, in a file."),
    "stress": ("setters.commands.defining", "Test a program that solves puzzles."),
}
"""The commands that this room adds: the module of each, and one line about it."""
FUNCTIONS = {
    "explain": "setters.explain.explain",
    "candidates": "setters.explain.candidates",
    "grade": "setters.grade",
    "steps": "setters.steps.finding",
    "hint": "setters.steps.hints",
    "generate": "setters.generate.generate",
    "stress": "setters.testing.stress",
}
"""The functions that it adds to `import coversat`, with their module."""
