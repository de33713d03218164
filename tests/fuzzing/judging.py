"""What is demanded of every run, whatever was asked."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator

from fuzzing.cases import Case
from fuzzing.sandbox import Ended

FAULTS = re.compile(
    rb"Traceback|fault of coversat|Exception ignored|Fatal Python|core dumped|terminate called|Warning:"
    rb"|^(?:\w+\.)*[A-Z]\w*(?:Error|Exception)\b",
    re.MULTILINE,
)
"""Words of a fault on standard error."""

FORGOTTEN = re.compile(
    rb"^Exception ignored in: [^\n]*\nTraceback[^\n]*\n(?: [^\n]*\n|\n)*KeyboardInterrupt: *\n",
    re.MULTILINE,
)
"""How Python itself prints, and forgets, an interrupt that comes inside ``__del__`` and its kin."""

BEGINNING = re.compile(
    rb"^Fatal Python error: init_[^\n]*\nPython runtime state: [^\n]*\n"
    rb"|^Traceback[^\n]*\n  File \"<frozen [^\n]*\n(?: [^\n]*\n|\n)*KeyboardInterrupt\n",
    re.MULTILINE,
)
"""How Python itself prints an interrupt that comes before the program, which hears it, has begun."""

ABORTED = re.compile(rb"^terminate called after[^\n]*\n(?: +what\(\)[^\n]*\n)?", re.MULTILINE)
"""How the C++ library says that a solver without memory aborts its process."""

NO = re.compile(
    rb"\bNONE\b|\bMULTIPLE\b|\bWRONG\b|\bexactly 0\b|\bno answer\b|several answers|wrong|disagree"
    rb"|the model is too|UNSATISFIABLE|not an exact cover|does not satisfy|REFUSED|\bnone\b|refuted"
    rb'|"status": "(?:none|multiple|wrong|disagree|refused)"|"none"|,(?:multiple|refused),'
)
"""Words of a no."""

TAKEN_MEMORY = b"all memory is used up"


def faults(case: Case, ended: Ended) -> Iterator[str]:
    """What is wrong with a run, each beginning with the class of the fault."""
    yield from _code(case, ended)
    said = ended.err
    if signal.SIGINT in ended.signals:
        said = (BEGINNING if case.anew and ended.code in (-signal.SIGINT, 1) else FORGOTTEN).sub(b"", said)
    if TAKEN_MEMORY in said and ended.code == 3:
        said = ABORTED.sub(b"", said)
    if found := FAULTS.search(said):
        yield f"fault told: {said[found.start() :][:2000]!r}"
    if ended.late:
        yield f"late: {ended.seconds:.1f} seconds"
    if ended.processes:
        yield f"process left: {ended.processes}"
    if case.as_json and case.stdout == "read":
        yield from _json(ended)
    yield from _files(case, ended)


def _code(case: Case, ended: Ended) -> Iterator[str]:
    code, said = ended.code, ended.out + ended.err
    if code in (0, 3):
        limited = case.tight or any(word.startswith(("--memory", "--memo-limit")) for word in case.words)
        if code == 3 and TAKEN_MEMORY in ended.err and not limited:
            yield "memory: all of it is used up"
    elif code == 1:
        if case.stdout == case.stderr == "read" and not case.outputs and not NO.search(said):
            yield "code 1 without a no"
    elif code == 2:
        if case.stderr == "read" and case.stdout in ("read", "full") and not said:
            yield "code 2 without a word"
    elif code == 130:
        if signal.SIGINT not in ended.signals:
            yield "code 130 without an interrupt"
    elif code == 141:
        if case.stdout not in ("gone", "head") and case.stderr != "gone" and not _fifos(case):
            yield "code 141 with a reader"
    elif code == 4 and case.liar and b"wrong answer" in said:
        pass
    elif (code >= 0 or -code not in ended.signals) and not ended.late:
        yield f"code {code}"


def _fifos(case: Case) -> bool:
    return any(file.sort == "drain" for file in case.files.values())


def _refused(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


def _json(ended: Ended) -> Iterator[str]:
    if "help" in ended.err.decode("utf-8", "replace") or ended.out.startswith(b"Usage"):
        return  # bad usage, or asked for it
    text = ended.out.decode("utf-8", "surrogateescape")
    lines = text.splitlines(keepends=True)
    if lines and ended.code < 0 and not lines[-1].endswith("\n"):
        lines.pop()  # killed
    try:
        for line in lines:
            json.loads(line, parse_constant=_refused)
    except ValueError:
        try:
            json.loads(text, parse_constant=_refused)
        except ValueError as error:
            yield f"no JSON: {error}: {text[:200]!r}"


def _files(case: Case, ended: Ended) -> Iterator[str]:
    changed = {
        name
        for name in ended.before.keys() | ended.after.keys()
        if ended.before.get(name) != ended.after.get(name)
    }
    named = {
        os.path.normpath(os.path.join("work", name)) for name in case.outputs if name and "\0" not in name
    }
    read = {os.path.normpath(os.path.join("work", name)) for name in case.inputs if name and "\0" not in name}
    for name in sorted(changed):
        if name in read and ended.before.get(name, "-").startswith("-"):
            yield f"input overwritten: {name!r}"
        was, now = ended.before.get(name, "not there"), ended.after.get(name, "not there")
        about = f"{name!r}: {was} -> {now}"
        if os.path.basename(name).startswith(".coversat") or name.startswith("tmp/"):
            yield f"temporary file left: {about}"
        elif ended.code < 0 and name.endswith("-journal") and _journal(case, name[:-8]):
            pass  # of a store whose writer was killed: with it the next one puts it right
        elif not any(name == one or name.startswith(f"{one}/") for one in named):
            if not any(one.startswith(f"{name}/") for one in named):
                yield f"file changed that was not named: {about}"
        elif was != "not there" and (now == "not there" or was[0] != now[0]):
            yield f"output destroyed: {about}"
        elif ended.code in (2, 4) and not _journal(case, name):
            yield f"output written by a run that failed: {about}"


def _journal(case: Case, name: str) -> bool:
    named = (os.path.normpath(os.path.join("work", one)) for one in case.journals)
    return any(name == one or name.startswith(f"{one}/") for one in named)
