"""cspuz_core as a contestant of `kinds.py`: ``cspuz.py PROGRAM SECONDS``; see `cspuz.rs`.

The program says its own processor time and is begun anew for each puzzle; its answers are not read.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from functools import partial


def main(program: str, limit: float) -> None:
    print(json.dumps({"version": "main"}), flush=True)
    most = (int(limit) + 1,) * 2
    for order in sys.stdin:
        kind, text = json.loads(order)
        puzzle = json.loads(text)
        words = (
            kind,
            puzzle["rows"],
            puzzle["columns"],
            *("-" if one is None else one for one in puzzle["clues"]),
            *puzzle["regions"],
        )
        found = subprocess.run(
            [program],
            input=" ".join(map(str, words)) + "\n",
            capture_output=True,
            text=True,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, most),
        ).stdout.split()
        seconds, verdict = (float(found[0]), found[1]) if found else (limit, "late")
        print(json.dumps({"seconds": seconds, "verdict": verdict, "answer": None}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
