"""The library's face: each function is what one command of the command line calls.

A *source* is a problem, the name of a file, or a text in any form that is recognised.  `timeout` is in
seconds, and holds for reading as well.  What is raised derives from `coversat.CoversatError`, or is a
`ValueError` for arguments that make no sense.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from . import answers
from .arguments import seconds, whole
from .deadline import Deadline
from .errors import InputError, ParseError, SolverError
from .files import read_text
from .findings import Findings
from .problems import AnyProblem, Problem
from .problems import read as read_problems
from .routing import Route, find_route
from .routing import routes as all_routes
from .solvers import Limits

if TYPE_CHECKING:
    from .certificates import Examination
    from .drawing import Picture
    from .exchange import Decoded
    from .lab.compare import Comparison
    from .sampling import Estimate
    from .setter.candidates import Candidates
    from .setter.explain import Explanation
    from .setter.generate import Generated
    from .setter.grade import Grade

Source: TypeAlias = "AnyProblem | str | os.PathLike[str]"


def read(source: Source, kind: str | None = None) -> tuple[AnyProblem, ...]:
    """Every problem in a file or a text.

    Parameters
    ----------
    source : Problem, str or Path
    kind : str, optional
        Only forms of this kind are tried; see `coversat.KINDS`.

    Raises
    ------
    InputError
        When the text is in no form known here or malformed, with its line and column; or when there is
        no such file.

    Examples
    --------
    >>> import coversat
    >>> coversat.read("langford 3")
    (Langford(pairs=3),)
    """
    if isinstance(source, Problem):
        return (source,)
    name, text = _text_of(source)
    try:
        return read_problems(text, kind, name).problems
    except ParseError as error:
        if name is None and isinstance(source, str) and "\n" not in source:
            raise InputError(source, f"no file has this name, and as a text: {error.reason}") from None
        raise InputError.of_text(name or "<text>", text, error) from None


def _text_of(source: str | os.PathLike[str]) -> tuple[str | None, str]:
    """The name of the file, if it is one, and the text."""
    if isinstance(source, str) and ("\n" in source or not os.path.exists(source)):
        return None, source
    return os.fspath(source), read_text(source)


def _one(source: Source) -> AnyProblem:
    problems = read(source)
    if len(problems) != 1:
        name = source if isinstance(source, str) and "\n" not in source else "the text"
        raise InputError(str(name), f"it holds {len(problems)} puzzles; coversat.read gives them all")
    return problems[0]


def _route(problem: AnyProblem, via: str | None) -> Route | None:
    return None if via is None else find_route(problem.kind, via)


def solve(
    source: Source,
    via: str | None = None,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Findings[Any]:
    """The first answers of a problem, smallest first.

    An answer is a value of the problem's own: `problem.answer_rows` and `problem.render` tell it as people
    do, and of a sudoku whose digits begin at 0 only they have these digits (see `Sudoku`).

    Parameters
    ----------
    source : Problem, str or Path
    via : str, optional
        A route, such as ``cover/dancing-links``: it stops at the last answer asked for, in its own order.
    limit : int, optional
        At most so many answers; None for all.
    timeout : float, optional
    nodes : int, optional
        The search nodes, or conflicts, that may be spent.
    jobs : int, optional
        Cut the tree of the exact cover engine into parts for so many processes; `limit` is None then.
    scheduler : str, optional
        The same on the Dask cluster at this address.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.solve("queens 6", via="cover/dancing-links", limit=2)
    >>> found.answers
    ((1, 3, 5, 0, 2, 4), (2, 5, 1, 4, 0, 3))
    >>> str(found), found.route
    ('at least 2', 'cover/dancing-links')
    """
    limits = Limits(whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)))
    return _ask("solve", source, via, limits, jobs, scheduler)


def check(
    source: Source,
    via: str | None = None,
    *,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Findings[Any]:
    """Whether a problem has no answer, exactly one, or several, of which two are shown.

    Parameters as for `solve`.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.check("12..\\n..12\\n....\\n....\\n")
    >>> found.verdict.name, len(found.answers)
    ('MULTIPLE', 2)
    """
    limits = Limits(None, whole("nodes", nodes), Deadline(seconds(timeout)))
    return _ask("check", source, via, limits, jobs, scheduler)


def count(
    source: Source,
    via: str | None = None,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    memo: int | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    classes: bool = False,
) -> Findings[Any]:
    """How many distinct answers there are; none is shown.

    Parameters as for `solve`, and

    Parameters
    ----------
    memo : int, optional
        The bytes in which positions met may be remembered; 0 visits every answer.
    classes : bool
        Count parts that are images of one another once.

    Examples
    --------
    >>> import coversat
    >>> str(coversat.count("." * 16))
    'exactly 288'
    """
    limits = Limits(
        whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)), memo=whole("memo", memo, 0)
    )
    return _ask("count", source, via, limits, jobs, scheduler, classes)


def _ask(
    question: str,
    source: Source,
    via: str | None,
    limits: Limits,
    jobs: int | None,
    scheduler: str | None,
    classes: bool = False,
) -> Findings[Any]:
    """One of the three questions, of one process or in parts of many."""
    _one_crew(jobs, scheduler)
    problem = _one(source)
    route = _route(problem, via)
    if jobs is None and scheduler is None and not classes:
        alone: Callable[..., Findings[Any]] = getattr(answers, question)
        return alone(problem, route, limits)
    from .parts.asking import Hands

    hands = Hands(jobs or 1, scheduler=scheduler, classes=classes)
    found = answers.in_parts(question, problem, route, limits, hands)
    if found is None:
        raise SolverError("only counts, checks and all answers are cut into parts, by engines that can")
    return found


def _one_crew(jobs: int | None, scheduler: str | None) -> None:
    whole("jobs", jobs)
    if jobs is not None and scheduler is not None:
        raise ValueError("the work is done by jobs of this machine or by a scheduler's workers, not by both")


def estimate(
    source: Source,
    *,
    via: str | None = None,
    samples: int = 100,
    seed: int = 0,
    timeout: float | None = None,
) -> Estimate:
    """How many answers there are about, and how long a search would take that visits each.

    Raises
    ------
    LimitReachedError
        When the time is over before there are enough samples.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.estimate("queens 8")
    >>> found.exact, found.answers.mean
    (True, 92.0)
    """
    from .sampling import estimate as draw_samples

    end = Deadline(seconds(timeout))
    whole("samples", samples)
    whole("seed", seed, None)
    problem = _one(source)
    route = _route(problem, via) or answers.counting_route(problem.kind)
    return draw_samples(problem, route, samples, seed, end)


def ask_all(
    question: str,
    files: Sequence[str | os.PathLike[str]] | str | os.PathLike[str],
    via: str | None = None,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    scheduler: str | None = None,
) -> Iterator[tuple[str, Findings[Any] | InputError]]:
    """Ask every puzzle of some files, of which there may be millions, read as they are needed.

    Parameters
    ----------
    question : str
        ``check``, ``solve`` or ``count``.
    files : sequence of str or Path, or one of these
    via, limit, timeout, nodes
        As for `solve`; the limits are for each puzzle.
    jobs : int, optional
        Processes of this machine; otherwise as many as there are cores, once that is worth it.
    memory : int, optional
        The bytes that each process may use.
    scheduler : str, optional
        The address of a Dask cluster that does the work instead.

    Yields
    ------
    name, findings
        In the order of the input; an error in the place of what is malformed.

    Examples
    --------
    >>> import coversat
    >>> for name, found in coversat.ask_all("check", ["examples/sudoku/oneline.txt"]):
    ...     print(name, found.verdict.name)
    examples/sudoku/oneline.txt #1 UNIQUE
    examples/sudoku/oneline.txt #2 NONE
    """
    from .batch.entries import Entries
    from .batch.query import QUESTIONS, Keep, Query
    from .batch.run import pairs, run

    if question not in QUESTIONS:
        raise ValueError(f"the question is one of {', '.join(QUESTIONS)}, not {question!r}")
    _one_crew(jobs, scheduler)
    query = Query(
        question,
        via,
        answers=whole("limit", limit),
        seconds=seconds(timeout),
        nodes=whole("nodes", nodes),
    )
    names = [files] if isinstance(files, (str, os.PathLike)) else files
    entries = Entries([os.fspath(name) for name in names], None, timeout)
    told = run(query, entries, Keep(), jobs, whole("memory", memory), scheduler)
    return ((entry.name, result.shown) for entry, result in pairs(told))


def candidates(source: Source, *, timeout: float | None = None) -> Candidates:
    """The values that each cell has in some answer.

    Examples
    --------
    >>> import coversat
    >>> print(coversat.candidates("1...\\n..2.\\n.3..\\n...4\\n"))
    1 2 4 3
    3 4 2 1
    4 3 1 2
    2 1 3 4
    """
    from .setter.candidates import candidates as find

    deadline = Deadline(seconds(timeout))
    return find(_one(source), Limits(deadline=deadline))


def explain(
    source: Source,
    *,
    toward: Any = None,
    smallest: bool = False,
    minimise: bool = False,
    seed: int = 0,
    timeout: float | None = None,
) -> Explanation:
    """Why a puzzle has no answer, what would make it unique, or which givens it does not need.

    Parameters
    ----------
    source : Problem, str or Path
    toward : answer, optional
        Of several answers, the one that givens to add are to lead to.
    smallest : bool
        Look for the smallest set of givens that clash.
    minimise, seed : bool, int
        Find a set of givens none of which can be left out; the seed says in which order they go.
    timeout : float, optional

    Examples
    --------
    >>> import coversat
    >>> found = coversat.explain("11..\\n....\\n....\\n....\\n")
    >>> found.verdict, [name for _, name in found.clash]
    ('none', ['given 1 at r1c1', 'given 1 at r1c2'])
    """
    from .setter.explain import explain as find

    whole("seed", seed, None)
    limits = Limits(deadline=Deadline(seconds(timeout)))
    return find(_one(source), limits, toward=toward, fewest=smallest, minimise=minimise, seed=seed)


def grade(source: Source, *, timeout: float | None = None) -> Grade:
    """How far propagation, and then rounds of refuted guesses, lead.

    Examples
    --------
    >>> import coversat
    >>> coversat.grade("1...\\n..2.\\n.3..\\n...4\\n").name
    '0'
    """
    from .setter.grade import grade as find

    deadline = Deadline(seconds(timeout))
    return find(_one(source), Limits(deadline=deadline))


def generate(
    kind: str, *, seed: int = 0, count: int = 1, timeout: float | None = None, **wishes: Any
) -> Iterator[Generated]:
    """Puzzles that have exactly one answer, checked by two routes.

    Parameters
    ----------
    kind : str
        ``sudoku``, ``sudominoku``, ``kakuro`` or ``latin``.
    seed, count : int
        The n-th puzzle of a seed is always the same.
    timeout : float, optional
        For all of them together.
    **wishes
        ``size`` and ``boxes`` (rows, columns), ``givens``, ``symmetry``, ``grade``, and ``layout``, a
        sudoku with constraints that gets digits; see `Spec`.

    Examples
    --------
    >>> import coversat
    >>> (made,) = coversat.generate("sudoku", size=(4, 4), seed=3)
    >>> coversat.check(made.problem).answers == (made.answer,)
    True
    """
    from .setter.generate import generate as make
    from .setter.generators.spec import Spec

    if wishes.get("layout") is not None:
        wishes["layout"] = _one(wishes["layout"])
    limits = Limits(deadline=Deadline(seconds(timeout)))
    whole("seed", seed, None)
    return make(kind, Spec(**wishes), seed, whole("count", count) or 1, limits)


def export(source: Source, to: str = "dimacs", via: str | None = None) -> str:
    """A problem as the text of an outside solver's format; its comments hold the problem.

    Parameters
    ----------
    source : Problem, str or Path
    to : str
        ``dimacs``, ``cover``, ``opb``, ``lp`` or ``wcnf``.
    via : str, optional
        The reductions by name, such as ``cnf:minimal``.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3", to="cover")
    >>> text.splitlines()[-1]
    'number1 place4 place6'
    """
    from .exchange import export as lines

    return "".join(lines(_one(source), to, via))


def decode(exported: str, printed: str) -> Decoded:
    """The answer of the puzzle inside an exported text, from what a solver printed for it.

    The model is checked against the formula, and the answer by the puzzle's rules.

    Examples
    --------
    >>> import coversat
    >>> text = coversat.export("langford 3")
    >>> (model,) = coversat.solve(text).answers
    >>> found = coversat.decode(text, "s SATISFIABLE\\nv " + " ".join(map(str, model)) + " 0\\n")
    >>> found.answer
    (2, 3, 1, 2, 1, 3)
    """
    from .exchange import decode as read_back

    return read_back(exported, printed)


def certify(
    source: Source,
    folder: str | os.PathLike[str],
    via: str | None = None,
    *,
    proof: str | None = None,
    counting: bool = False,
    timeout: float | None = None,
    nodes: int | None = None,
) -> Findings[Any]:
    """Whether there is exactly one answer, or how many, and a new folder that proves it to strangers.

    Parameters
    ----------
    source : Problem, str or Path
    folder : str or Path
        A name that does not exist yet.
    via : str, optional
        Reductions that end in what the proof speaks of, such as ``cnf:minimal``.
    proof : str, optional
        A name in `docs/certificates.md`; what fits is taken where none is named.
    counting : bool
        Whether to prove how many answers there are.
    timeout, nodes
        As for `solve`.

    Examples
    --------
    >>> import coversat, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("1...\\n..2.\\n.3..\\n...4\\n", folder + "/mine")
    ...     print(found.verdict.name, coversat.verify(folder + "/mine").accepted)
    UNIQUE True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = coversat.certify("queens 8", folder + "/mine", counting=True)
    ...     print(found.at_least, coversat.verify(folder + "/mine").count)
    92 92
    """
    from .certificates import certify as write
    from .certificates import rules_named

    deadline = Deadline(seconds(timeout))
    problem = _one(source)
    rules = None if via is None else rules_named(problem.kind, via)
    limits = Limits(None, whole("nodes", nodes), deadline)
    return write(problem, Path(folder), rules, None, limits, proof, counting)


def verify(
    folder: str | os.PathLike[str], *, deep: bool = False, timeout: float | None = None
) -> Examination:
    """Check a certificate: the formula is derived again, the answer judged, the proof checked step by step.

    Where it is `deep`, the formula is compared with a second statement of the rules, too.

    Examples
    --------
    See `certify`.

    >>> import coversat
    >>> coversat.verify("no such folder")
    Traceback (most recent call last):
    coversat.certificates.layout.CertificateError: no such folder is no folder
    """
    from .certificates import verify_certificate

    return verify_certificate(Path(folder), Deadline(seconds(timeout)), deep)


def compare(
    source: Source,
    routes: Sequence[str] = (),
    *,
    limit: int = 2,
    timeout: float | None = 60.0,
    nodes: int | None = None,
) -> Comparison:
    """Several routes on one problem, side by side: sizes, effort, seconds, and whether they agree.

    Parameters
    ----------
    source : Problem, str or Path
    routes : sequence of str
        Patterns, such as ``cover/*``; one route for each reduction where there are none.
    limit : int
        Look for so many answers.
    timeout, nodes
        For each route.

    Examples
    --------
    >>> import coversat
    >>> found = coversat.compare("queens 6", ["cover/*dancing*", "search/*"])
    >>> found.verdict, [row.route for row in found.rows]
    ('all routes agree', ['search/backtracking', 'cover/dancing-links'])
    """
    from .lab.compare import chosen_routes
    from .lab.compare import compare as run_each

    problem = _one(source)
    chosen = chosen_routes(problem.kind, routes, problem=problem)
    limits = Limits(whole("limit", limit), whole("nodes", nodes), Deadline(seconds(timeout)))
    return run_each(problem, chosen, limits)


def draw(source: Source, answer: Any = None, other: Any = None, *, labels: bool = False) -> Picture:
    """A picture of a problem, of its answer, or of two answers with what differs ringed.

    The picture has its SVG as ``svg`` and shows itself in a notebook.

    Raises
    ------
    ValueError
        For what has not the shape of an answer.

    Examples
    --------
    >>> import coversat
    >>> coversat.draw("langford 3").svg[:4]
    '<svg'
    """
    from .drawing import draw as picture

    problem = _one(source)
    try:
        return picture(problem, answer, other, labels=labels)
    except (IndexError, KeyError, TypeError):
        if any(problem.violations(one) for one in (answer, other) if one is not None):
            raise ValueError(f"no answer of this {problem.kind} has that shape") from None
        raise


def routes(kind: str) -> tuple[str, ...]:
    """The names of all routes from a kind of problem.

    Examples
    --------
    >>> import coversat
    >>> [name for name in coversat.routes("langford") if "dancing" in name or "search" in name]
    ['search/backtracking', 'cover/dancing-links']
    """
    return tuple(route.name for route in all_routes(kind))
