"""One contestant of `kinds.py` in a process of its own: ``python worker.py coversat|cpsat|clingo``.

It reads an order a line (JSON: the kind, and the text of the puzzle or its plain form) and answers with a
line: seconds of processor time from that text to the verdict, those of reading it, the verdict, and the first
answer, or for coversat, which judges its answers itself, the route that found them.  Who asks ends it when it
takes too long: while a timer of processor time runs here, the system counts that time in coarse steps.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Ask = Callable[[str, str], tuple[str, Any, float]]
"""From a kind and a text to a verdict, the first answer, and when the text was read."""


def coversat() -> tuple[Ask, str]:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    import coversat

    def ask(kind: str, text: str) -> tuple[str, Any, float]:
        (problem,) = coversat.read(text, kind)
        read = time.process_time()
        try:
            found = coversat.check(problem)
        except coversat.CoversatError as error:
            return "refused", str(error), read
        return found.verdict.name.lower(), found.route, read

    return ask, coversat.__version__


def peer(name: str) -> tuple[Ask, str]:
    module = __import__({"cpsat": "cpsat", "clingo": "asp"}[name])

    def ask(kind: str, text: str) -> tuple[str, Any, float]:
        puzzle = json.loads(text)
        read = time.process_time()
        verdict, answer = module.check(kind, puzzle)
        return verdict, answer, read

    return ask, module.VERSION


def main(name: str) -> None:
    ask, version = coversat() if name == "coversat" else peer(name)
    print(json.dumps({"version": version}), flush=True)
    for order in sys.stdin:
        kind, text = json.loads(order)
        gc.collect()
        start = time.process_time()
        verdict, answer, read = ask(kind, text)
        end = time.process_time()
        said = {"seconds": end - start, "reading": read - start, "verdict": verdict, "answer": answer}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
