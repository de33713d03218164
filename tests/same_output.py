"""Whether two states of coversat write the same: every direct reduction of all examples, and certificates.

    python tests/same_output.py write now.json       in each state; a few minutes on two cores
    python tests/same_output.py compare before.json now.json

Only the public functions are used, so that earlier states can be asked too (``PYTHONPATH=CHECKOUT``).
Certificates are those of examples below 3 kB; their seconds and version are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import coversat

EXAMPLES = Path(__file__).parent.parent / "examples"
SMALL = 3000
"""The size in bytes of the examples whose certificates are compared."""
VARYING = re.compile(rb'"seconds": \{[^}]*\}|"coversat": "[^"]*"|coversat [0-9]+\.[0-9.]+')


def hashed(parts: Iterator[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:16]


def exports(file: Path) -> dict[str, str]:
    found = {}
    try:
        problems = coversat.read(file)
    except coversat.CoversatError as error:
        return {f"{file.relative_to(EXAMPLES)}": type(error).__name__}
    for number, problem in enumerate(problems[:3], 1):
        graph = coversat.reduction_graph()
        for _, _, name in sorted(graph.out_edges(problem.kind, keys=True)):
            key = f"export {file.relative_to(EXAMPLES)} #{number} {name}"
            try:
                found[key] = hashed(line.encode() for line in coversat.export(problem, via=name))
            except coversat.CoversatError as error:
                found[key] = type(error).__name__
    return found


def certificates(file: Path) -> dict[str, str]:
    found = {}
    for counting in (False, True):
        key = f"certificate {file.relative_to(EXAMPLES)} {'count' if counting else 'check'}"
        with tempfile.TemporaryDirectory() as folder:
            where = Path(folder) / "made"
            try:
                coversat.certify(file, where, counting=counting, timeout=20)
            except coversat.CoversatError as error:
                found[key] = type(error).__name__
                continue
            files = sorted(where.rglob("*")) if where.exists() else []
            found[key] = hashed(
                f"{one.relative_to(where)}\n".encode() + VARYING.sub(b"", one.read_bytes())
                for one in files
                if one.is_file()
            )
    return found


def outputs(file: Path) -> dict[str, str]:
    small = file.stat().st_size < SMALL
    return exports(file) | (certificates(file) if small else {})


def main(command: str, *names: str) -> int:
    if command == "write":
        files = sorted(
            one for one in EXAMPLES.rglob("*") if one.is_file() and one.suffix not in {".py", ".md"}
        )
        with ProcessPoolExecutor() as pool:
            found = {key: value for one in pool.map(outputs, files) for key, value in one.items()}
        Path(names[0]).write_text(json.dumps(found, indent=0, sort_keys=True))
        print(len(found), "outputs")
        return 0
    before, now = (json.loads(Path(name).read_text()) for name in names)
    differing = [key for key in before.keys() | now.keys() if before.get(key) != now.get(key)]
    for key in sorted(differing):
        print(f"{key}: {before.get(key)} -> {now.get(key)}")
    print(f"{len(before)} outputs before, {len(now)} now, {len(differing)} differ")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
