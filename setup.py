"""The one thing pyproject.toml cannot say: what is compiled, which is optional.

Without a C compiler the install goes on without it, and the twins in plain Python take its place. With
``COVERSAT_PURE=1`` in the environment nothing is compiled: one wheel serves every machine, ``py3-none-any``.
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

PURE = os.environ.get("COVERSAT_PURE", "") not in ("", "0")

setup(
    ext_modules=[]
    if PURE
    else [
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
