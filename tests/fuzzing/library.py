"""Calls of the library with arguments of all types: each is answered, or refused by a `ValueError` in words.

``python -m fuzzing.library --seed 7 --runs 1000`` from the folder of the tests; ``--only N`` repeats one.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import random
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import coversat

FUNCTIONS = (
    *(
        "solve",
        "check",
        "count",
        "estimate",
        "candidates",
        "explain",
        "grade",
        "generate",
        "export",
        "decode",
    ),
    *("certify", "verify", "compare", "draw", "routes", "read"),
)
SOURCES = ("1...\n..2.\n.3..\n...4\n", "12..\n..12\n....\n....\n", "queens 4", "langford 3")
SOURCES += ("p cnf 2 1\n1 2 0\n", "A B\nA\nB\n", "nothing.txt", "", "\0", "11..\n....\n....\n....\n")
ROUTES = ("cover", "cnf:minimal", "search/blanks", "cover/dancing-links", "", "*", "x/y")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 5, -1, 10**400, -(10**400), 2**63, 0.5, -0.0, 1e308, 1e-300, float("nan")),
    *(float("inf"), 2j, "", "1", "x", "2x2", "search", "half-turn", "\udcff", b"", b"1", bytearray(b"x"), ()),
    *((1,), (2, 2), ("2", "2"), (True, 2), [], [3], [[1]], {}, {1: 2}, set(), {"a"}, object(), object, len),
    *(Path("x"), Path("."), Fraction(1, 3), range(3), iter("ab"), ((1, 2), (3, 4)), ((1, 2, 3, 4),) * 4),
    *(Ellipsis, NotImplemented, ValueError("x")),
)
SECONDS = 20
"""The longest that a call may take."""


class Late(BaseException):
    """A call did not end in its time."""


def drawn(seed: int, number: int) -> tuple[str, dict[str, Any]]:
    """The call of this number: a function and its arguments."""
    chance = random.Random(f"{seed} {number}")
    name = chance.choice(FUNCTIONS)
    arguments: dict[str, Any] = {}
    for parameter in inspect.signature(getattr(coversat, name)).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            for wish in chance.sample(("size", "boxes", "givens", "symmetry", "grade", "layout"), 2):
                arguments[wish] = chance.choice(VALUES)
        elif parameter.default is parameter.empty or chance.random() < 0.3:
            arguments[parameter.name] = _value(parameter.name, chance)
    if "timeout" in inspect.signature(getattr(coversat, name)).parameters:
        arguments.setdefault("timeout", 2)
    return name, arguments


def _value(name: str, chance: random.Random) -> Any:
    likely: dict[str, Iterable[Any]] = {
        "source": SOURCES,
        "via": ROUTES,
        "routes": (ROUTES, ["search/*"], ["*"], ["x"]),
        "kind": ("sudoku", "kakuro", "queens", "latin"),
        "to": ("dimacs", "cover", "opb", "x"),
        "jobs": (1, 2),
        "scheduler": (None,),
    }
    if name == "scheduler" or (name in likely and chance.random() < 0.75):
        return chance.choice(tuple(likely[name]))
    return chance.choice(VALUES)


def fault(name: str, arguments: dict[str, Any]) -> str | None:
    """What is wrong with the outcome of a call; None if nothing is."""
    function: Callable[..., Any] = getattr(coversat, name)
    signal.signal(signal.SIGALRM, _late)
    signal.alarm(SECONDS)
    try:
        found = function(**arguments)
        if inspect.isgenerator(found):
            next(found, None)
    except (coversat.CoversatError, ValueError) as error:
        if isinstance(error, (UnicodeError, coversat.WrongAnswerError)):
            return f"{type(error).__name__}: {error}"
        return None if str(error).strip() else f"{type(error).__name__} without words"
    except Late:
        return "late"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    return None


def _late(*_: object) -> None:
    raise Late


def run(seed: int, number: int) -> str | None:
    """The fault of one call, which has a process of its own."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        said = "it ended without a word"
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                said = fault(*drawn(seed, number)) or ""
        finally:
            os.write(writing, said.encode("utf-8", "backslashreplace")[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        said = stream.read().decode()
    os.waitpid(pid, 0)
    return said or None


def main() -> None:
    """A JSON object for each call with a fault, then one that sums up."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--only", type=int)
    asked = parser.parse_args()
    faults: Counter[str] = Counter()
    for name in FUNCTIONS:
        getattr(coversat, name)
    for number in [asked.only] if asked.only is not None else range(asked.first, asked.first + asked.runs):
        said = run(asked.seed, number)
        if said or asked.only is not None:
            faults[(said or "none").partition(":")[0]] += 1
            name, arguments = drawn(asked.seed, number)
            print(json.dumps({"number": number, "call": name, "arguments": repr(arguments), "fault": said}))
    print(json.dumps({"runs": asked.runs if asked.only is None else 1, "faults": dict(faults)}))


if __name__ == "__main__":
    main()
