"""``coversat decode``."""

from __future__ import annotations

import json

from ..errors import NO, UNKNOWN, YES, InputError, ParseError
from ..exchange import Decoded, DecodeError, OutputError, WrongModelError, decode
from ..files import read_text, shown
from .commands import Argument, echo, takes
from .options import JSON, TIMEOUT, in_time


@takes(
    Argument("exported", "EXPORTED"),
    Argument("model", "MODEL"),
    JSON,
    TIMEOUT,
    examples=(
        "coversat decode puzzle.cnf model.txt",
        "cadical -q puzzle.cnf | coversat decode puzzle.cnf -",
    ),
)
@in_time
def command(exported: str, model: str, as_json: bool) -> int:
    """Print the answer that a solver found for the puzzle in an EXPORTED file.

    Needs no other file and trusts nobody: the clauses and the puzzle's rules
    are both checked.  MODEL is what the solver printed: 's' and 'v' lines in
    any chunks, minisat's SAT file, bare literals in any order, the options
    that a Dancing Links program chose, or a MIP solver's solution.  Of
    several, the last.

    Exits with 1 where the answer is wrong, the model is none or there is none,
    with 2 where a file cannot be read.
    """
    try:
        found = _decode(exported, model)
    except WrongModelError as error:
        row = {"file": model, "status": "invalid", "message": str(error)}
        echo(json.dumps(row) if as_json else f"{shown(model)}: {error}", err=not as_json)
        return NO
    code = _code(found)
    if as_json:
        echo(json.dumps(_row(model, found)))
    elif found.answer is None:
        echo(f"{model}: the solver says {found.status}", err=True)
    elif found.violations:
        for violation in found.violations:
            echo(f"{model}: the answer is wrong: {violation}", err=True)
    else:
        echo(found.form.show(found.problem, found.answer, 1))
        if found.left_out:
            echo(
                f"{model}: the model leaves out {found.left_out} of {found.variables} variables; "
                "coversat completed it",
                err=True,
            )
        for given in found.dropped:
            echo(f"{model}: without {given}", err=True)
    return code


def _decode(exported: str, model: str) -> Decoded:
    exported_text, output_text = read_text(exported), read_text(model)
    try:
        return decode(exported_text, output_text)
    except WrongModelError:
        raise
    except ParseError as error:
        raise InputError.of_text(exported, exported_text, error) from None
    except OutputError as error:
        raise InputError.of_text(model, output_text, error.error) from None
    except DecodeError as error:
        raise InputError(exported, str(error)) from None


def _code(found: Decoded) -> int:
    if found.status == "UNKNOWN":
        return UNKNOWN
    return YES if found.answer is not None and not found.violations else NO


def _row(model: str, found: Decoded) -> dict[str, object]:
    status = {"SATISFIABLE": "valid", "UNSATISFIABLE": "none", "UNKNOWN": "unknown"}[found.status]
    answers = [] if found.answer is None else [found.problem.answer_rows(found.answer)]
    return {
        "file": model,
        "kind": found.problem.kind,
        "status": "invalid" if found.violations else status,
        "answers": answers,
        "violations": list(found.violations),
        "dropped": list(found.dropped),
        "left_out": found.left_out,
        "variables": found.variables,
    }
