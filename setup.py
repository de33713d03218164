"""The one thing pyproject.toml cannot say: what is compiled, which is optional.

Without a C compiler the install goes on without it, and the twins in plain Python take its place. With
``COVERSAT_PURE=1`` in the environment nothing is compiled: one wheel serves every machine, ``py3-none-any``.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sysconfig import get_config_var

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PARTS = {
    "coversat/solvers/cover/_cover_kernel": (
        "_cover_tables.pxi",
        "_cover_walk.pxi",
        "_cover_count.pxi",
        "_cover_tree.pxi",
        "_cover_trace.pxi",
        "cover_base.h",
        "cover_kernel.h",
        "cover_memo.h",
        "cover_pack.h",
        "cover_row.h",
        "cover_step.h",
        "cover_word.h",
    ),
    "coversat/solvers/sat/_cuts_kernel": ("_graph.pxi",),
    "coversat/solvers/sat/_units_kernel": ("_graph.pxi",),
    "coversat/solvers/search/_domains_kernel": ("domains.h",),
    "coversat/kinds/sudoku/_boards_kernel": ("boards.h",),
    "coversat/kinds/sudoku/_lines_kernel": ("lines.h", "rows.h"),
    "coversat/proofs/_cardinality_kernel": ("_growing.pxi",),
    "coversat/proofs/_clauses_kernel": ("_growing.pxi",),
    "coversat/proofs/_hints_kernel": ("_growing.pxi",),
}
"""Each module, and what its source includes from the same folder."""

STABLE = "coversat/solvers/stable_interface.h"
"""What every source is preceded by."""

PURE = os.environ.get("COVERSAT_PURE", "") not in ("", "0")
LIMITED = sys.implementation.name == "cpython" and not get_config_var("Py_GIL_DISABLED")
"""Whether what is compiled keeps to the stable interface of Python 3.11: one wheel serves all later versions.

A free-threaded Python has no such interface, and what is built for it serves its version alone.
"""


LEVELS = {
    "coversat/kinds/sudoku/_boards_kernel": 3,
    "coversat/kinds/sudoku/_lines_kernel": 3,
    "coversat/solvers/cover/_cover_kernel": 3,
    "coversat/solvers/search/_domains_kernel": 3,
    "coversat/proofs/_clauses_kernel": 2,
    "coversat/solvers/sat/_units_kernel": 2,
}
"""How far each module is optimised, where that makes it faster: covers up to twice as fast.

The others take the compiler half as long with -O1, and are as fast. Debugging symbols would take another
third.
"""


class Build(build_ext):
    """Compiles on all processors, and leaves nothing to import in place of what was just built."""

    def run(self) -> None:
        """Translate, compile, then take away what earlier builds left under names that come first."""
        self.parallel = self.parallel or os.cpu_count()
        if self.extensions:
            # What is translated here, in processes, is not translated again when it is compiled, in threads.
            from Cython.Build import cythonize

            cythonize(self.extensions, nthreads=self.parallel, quiet=True)
        super().run()
        for module in self.extensions if self.inplace else ():
            built = Path(self.get_ext_fullpath(module.name))
            stem = built.name.partition(".")[0]
            for suffix in EXTENSION_SUFFIXES:
                if built.name == stem + suffix:
                    break
                built.with_name(stem + suffix).unlink(missing_ok=True)


setup(
    ext_modules=[]
    if PURE
    else [
        Extension(
            name.replace("/", "."),
            [f"{name}.pyx"],
            depends=[STABLE, *(f"{os.path.dirname(name)}/{part}" for part in parts)],
            include_dirs=[os.path.dirname(name)],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED else [],
            extra_compile_args=["/O2", f"/FI{STABLE}"]
            if sys.platform == "win32"
            else ["-g0", f"-O{LEVELS.get(name, 1)}", "-include", STABLE],
            optional=True,
            py_limited_api=LIMITED,
        )
        for name, parts in PARTS.items()
    ],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {},
)
