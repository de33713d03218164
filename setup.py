"""The one thing pyproject.toml cannot say: the compiled cover engine, which is optional.

Without a C compiler the install goes on without it, and the engine in plain Python takes its place.
"""

import sys

from setuptools import Extension, setup

SOLVERS = "coversat/solvers"
PARTS = (
    "_cover_tables.pxi",
    "_cover_walk.pxi",
    "_cover_count.pxi",
    "cover_base.h",
    "cover_kernel.h",
    "cover_pack.h",
    "cover_step.h",
    "cover_word.h",
)

setup(
    ext_modules=[
        Extension(
            "coversat.solvers._cover_kernel",
            [f"{SOLVERS}/_cover_kernel.pyx"],
            depends=[f"{SOLVERS}/{name}" for name in PARTS],
            include_dirs=[SOLVERS],
            extra_compile_args=["/O2"] if sys.platform == "win32" else ["-O3"],
            optional=True,
        )
    ]
)
