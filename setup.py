"""The one thing pyproject.toml cannot say: what is compiled, which is optional.

Without a C compiler the install goes on without it, and the twins in plain Python take its place.
"""

import os
import sys

from setuptools import Extension, setup

PARTS = {
    "coversat/solvers/_cover_kernel": (
        "_cover_tables.pxi",
        "_cover_walk.pxi",
        "_cover_count.pxi",
        "cover_base.h",
        "cover_kernel.h",
        "cover_memo.h",
        "cover_pack.h",
        "cover_step.h",
        "cover_word.h",
    ),
    "coversat/solvers/_boards_kernel": ("boards.h",),
    "coversat/problems/_sudoku_lines": ("sudoku_lines.h",),
}
"""Each module, and what its source includes from the same folder."""

setup(
    ext_modules=[
        Extension(
            name.replace("/", "."),
            [f"{name}.pyx"],
            depends=[f"{os.path.dirname(name)}/{part}" for part in parts],
            include_dirs=[os.path.dirname(name)],
            extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3"],
            optional=True,
        )
        for name, parts in PARTS.items()
    ]
)
