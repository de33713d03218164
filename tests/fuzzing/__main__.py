"""Runs by their numbers; see `main`."""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import pkgutil
import sys
import time
from collections import Counter
from pathlib import Path

import coversat
from coversat import __main__ as program
from coversat import cli
from coversat.cli import failures
from fuzzing import judging, sandbox
from fuzzing.cases import drawn


def prepare() -> None:
    """Import all there is once, for all runs."""
    for module in pkgutil.walk_packages(coversat.__path__, "coversat."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in ("networkx", "pysat.solvers"):
        importlib.import_module(name)
    sandbox.adopt()
    gc.collect()
    gc.freeze()


def _command_line(words: list[str]) -> None:
    failures.whole_streams()
    sys.exit(cli.exit_code(words))


def main() -> None:
    """A JSON object for each run with a fault, then one that sums up."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--only", type=int)
    parser.add_argument("--keep", type=Path, help="keep the folders of the runs in this one")
    asked = parser.parse_args()
    prepare()
    codes: Counter[int] = Counter()
    classes: Counter[str] = Counter()
    start = time.monotonic()
    numbers = range(asked.first, asked.first + asked.runs) if asked.only is None else [asked.only]
    for number in numbers:
        case = drawn(asked.seed, number)
        # Under a limit of memory the whole program, which has a process that observes it.
        limited = case.tight or any(word.startswith("--memory") for word in case.words)
        ended = sandbox.run(case, (lambda _: program.main()) if limited else _command_line, asked.keep)
        codes[ended.code] += 1
        found = list(judging.faults(case, ended))
        classes.update(fault.partition(":")[0] for fault in found)
        if found or asked.only is not None:
            said = {"number": number, "words": case.words, "faults": found, "code": ended.code}
            said |= {"seconds": round(ended.seconds, 2), "signals": ended.signals}
            said |= {"streams": [case.stdin is not None, case.stdout, case.stderr], "memory": case.memory}
            if asked.only is not None:
                print(case, file=sys.stderr)
                said |= {
                    "out": ended.out.decode("utf-8", "replace"),
                    "err": ended.err.decode("utf-8", "replace"),
                }
            print(json.dumps(said), flush=True)
        if codes.total() % 1000 == 0:
            print(f"{codes.total()} runs", file=sys.stderr, flush=True)
    runs = sum(codes.values())
    print(json.dumps({"runs": runs, "codes": dict(sorted(codes.items())), "faults": dict(classes)}))
    print(f"{time.monotonic() - start:.1f} seconds", file=sys.stderr)


if __name__ == "__main__":
    main()
