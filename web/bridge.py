"""The interface of the page: one function for each button, JSON in and out.

It runs inside the worker. Each function calls the library. Errors are returned as data, a message and its
position, without advice about the command line.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import editing  # noqa: F401  these modules register their questions
import hinting  # noqa: F401
import solving  # noqa: F401
import tools  # noqa: F401
from questions import QUESTIONS, arguments_of, failure, listen

from coversat.base.errors import BAD, FAULT, UNKNOWN, CoversatError


def ask(name: str, arguments: str, progress: Callable[[str], object] | None = None) -> str:
    """The result of one question, or how it failed and where, as JSON.

    `progress` receives intermediate results.
    """
    listen(progress)
    try:
        return json.dumps({"result": QUESTIONS[name](**arguments_of(json.loads(arguments)))})
    except CoversatError as error:
        failed = failure(error)
    except MemoryError:
        failed = {"exit": UNKNOWN, "message": "the memory of this page is used up"}
    except RecursionError:
        failed = {"exit": BAD, "message": "it is nested too deeply"}
    except Exception as error:
        failed = {"exit": FAULT, "message": f"this is a fault of coversat, and no answer: {error!r}"}
    return json.dumps({"failed": failed})
