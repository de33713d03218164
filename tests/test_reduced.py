"""A reduction as a value: models by PySAT beside brute force, rules, names, and what makes no sense."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

import networkx
import pytest
from each import each
from instances import instances
from pysat.formula import CNF, WCNF, CNFPlus
from pysat.solvers import Solver

import coversat
from coversat.exchange import WrongModelError
from coversat.primitives import Count
from coversat.problems import Cnf
from coversat.problems.exact_cover.rules import ExactCover

SUDOKU = "1...\n..2.\n.3..\n...4\n"
SEVERAL = "1...\n..2.\n....\n...4\n"
SLITHERLINK = "slitherlink 3 3\n3 - -\n- - -\n- - 3\n"
BOXES = [[(r + i, c + j) for i in range(2) for j in range(2)] for r in (0, 2) for c in (0, 2)]
ROWS = [[(r, c) for c in range(4)] for r in range(4)]
UNITS = {
    **{f"row {r + 1}": row for r, row in enumerate(ROWS)},
    **{f"column {c + 1}": [(r, c) for r in range(4)] for c in range(4)},
    **{f"box {b + 1}": box for b, box in enumerate(BOXES)},
}


def sudokus(text: str, units: Iterable[list[tuple[int, int]]] = UNITS.values()) -> set[Any]:
    """All grids of 4x4 in which rows are permutations, by brute force, that fit the givens and the units."""
    lines = text.split()
    fits = [
        [
            row
            for row in permutations(range(1, 5))
            if all(g in (".", str(v)) for g, v in zip(line, row, strict=True))
        ]
        for line in lines
    ]
    return {
        grid
        for grid in product(*fits)
        if all(len({grid[r][c] for r, c in unit}) == len(unit) for unit in units)
    }


def enumerated(reduction: Any, formula: Any, solver: str = "minisat22") -> Iterator[Any]:
    """The answers of a formula, each blocked on the projection by a clause made here."""
    shown = reduction.projection or range(1, reduction.target.variable_count + 1)
    with Solver(solver, bootstrap_with=formula) as calls:
        for variable in shown:
            calls.add_clause([variable, -variable])
        while calls.solve():
            model = calls.get_model()
            yield reduction.decode(model)
            calls.add_clause([-model[variable - 1] for variable in shown])


@each(
    "via",
    [
        "cnf:minimal",
        "cnf:extended",
        "cover/cnf:sequential",
        "cover/cnf:pairwise",
        "cnf:minimal/cover/cnf:product",
    ],
)
def test_models_of_pysat(via: str) -> None:
    reduction = coversat.reduce(SEVERAL, via)
    expected = sudokus(SEVERAL)
    assert len(expected) > 1
    found = list(enumerated(reduction, reduction.to_pysat()))
    assert len(found) == len(expected)
    assert set(found) == expected
    assert type(reduction.to_pysat()) is CNF
    assert reduction.to_pysat().nv == reduction.target.variable_count


@pytest.mark.thorough
@each(
    ("kind", "via"),
    [
        ("sudoku", "cnf:minimal"),
        ("sudoku", "cover/cnf:sequential"),
        ("tents", "cnf:mixed"),
        ("langford", "cover/cnf:ladder"),
    ],
)
def test_native_constraints(kind: str, via: str) -> None:
    """MiniCARD finds the same answers with at-most constraints in place of clauses."""
    replaced = 0
    for instance in instances(kind):
        if instance.refuses(via) or len(instance.answers) > 8:
            continue
        reduction = coversat.reduce(instance.problem, via)
        formula = reduction.to_pysat(native=True)
        assert type(formula) is CNFPlus
        replaced += len(formula.atmosts)
        stated = sum(len(one.parts) for one in reduction.target.cardinalities)
        short = sum(len(bound.clauses()) for one in reduction.target.cardinalities for bound in one.at_most())
        assert len(formula.clauses) + stated - short == len(reduction.target.clauses)
        assert set(enumerated(reduction, formula, "minicard")) == instance.answers
    assert replaced


@each("via", ["cnf:minimal", "cover/cnf:pairwise", "cover"])
def test_without_the_clauses_of_a_rule(via: str) -> None:
    """The grids are those that the other rules allow, as brute force finds them."""
    reduction = coversat.reduce("12..\n34..\n....\n....\n", via)
    assert set(UNITS) <= set(reduction.rules)
    for label in ("row 1", "column 4", "box 2"):
        if via == "cover":
            assert all(item.startswith(label.replace(" ", "")) for item in reduction.rules[label])
            assert reduction.rule_of(reduction.rules[label][0]) == (label,)
            continue
        clauses = reduction.rules[label]
        left = [at for at in range(len(reduction.target.clauses)) if label not in reduction.rule_of(at)]
        assert len(left) + len(clauses) == len(reduction.target.clauses)
        formula = [list(reduction.target.clauses[at]) for at in left]
        with Solver("minisat22", bootstrap_with=formula) as solver:
            shown = range(1, reduction.target.variable_count + 1)
            solver.append_formula([[variable, -variable] for variable in shown])
            number = 0
            while solver.solve():
                number += 1
                solver.add_clause([-x for x in solver.get_model()])
        expected = without_rule(label)
        assert number == expected, label


def without_rule(label: str) -> int:
    """How many grids with 12.. and 34.. break at most this rule; each cell has a digit."""
    units = [unit for name, unit in UNITS.items() if name != label]
    given = {(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}
    found = 0

    def extend(grid: dict[tuple[int, int], int], cells: list[tuple[int, int]]) -> None:
        nonlocal found
        if not cells:
            found += 1
            return
        cell, *rest = cells
        for value in range(1, 5):
            if not any(cell in unit and value in [grid.get(other) for other in unit] for unit in units):
                extend({**grid, cell: value}, rest)

    extend(given, [(r, c) for r, c in product(range(4), repeat=2) if (r, c) not in given])
    return found


def test_the_rules_of_a_core() -> None:
    reduction = coversat.reduce("11..\n....\n....\n....\n", "cnf:minimal")
    labels = reduction.selectors("rules")
    formula = reduction.to_pysat(soft="rules")
    assert isinstance(formula, WCNF)
    assert formula.soft == [[selector] for selector in labels]
    with Solver("minisat22", bootstrap_with=formula.hard) as solver:
        assert not solver.solve(assumptions=list(labels))
        for chosen, consistent in (
            ({"row 1", "r1c1 is 1", "r1c2 is 1"}, False),
            ({"box 1", "r1c1 is 1", "r1c2 is 1"}, False),
            (set(labels.values()) - {"r1c1 is 1"}, True),
            (set(labels.values()) - {f"{unit} {at}" for unit in ("row", "box") for at in range(1, 5)}, True),
        ):
            assert (
                solver.solve(assumptions=[x for x, label in labels.items() if label in chosen]) == consistent
            )
    givens = reduction.selectors("givens")
    assert list(givens.values()) == ["given 1 at r1c1", "given 1 at r1c2"]
    assert len(reduction.to_pysat(soft="givens").soft) == 2


@each("via", ["cnf:minimal", "cover/cnf:product", "cnf:extended"])
def test_blocking_clauses(via: str) -> None:
    reduction = coversat.reduce(SEVERAL, via)
    found = []
    with Solver("minisat22", bootstrap_with=reduction.to_pysat()) as solver:
        while solver.solve():
            found.append(reduction.decode(solver.get_model()))
            solver.add_clause(reduction.blocking_clause(found[-1]))
    assert len(found) == len(set(found))
    assert set(found) == sudokus(SEVERAL)


def test_names_and_literals() -> None:
    reduction = coversat.reduce(SUDOKU, "cnf:minimal")
    (answer,) = sudokus(SUDOKU)
    fixed = set(reduction.encode(answer))
    for r, c, digit in product(range(4), range(4), range(1, 5)):
        literal = reduction.literal(f"r{r + 1}c{c + 1}", digit)
        assert literal == reduction.literal((r, c), digit)
        assert reduction.name(literal) == f"r{r + 1}c{c + 1}={digit}"
        assert reduction.name(-literal) == f"not r{r + 1}c{c + 1}={digit}"
        assert (literal in fixed) == (answer[r][c] == digit)
    assert reduction.encode({"r1c2": 2, (3, 3): 4}) == (
        reduction.literal("r1c2", 2),
        reduction.literal("r4c4", 4),
    )
    assert reduction.encode([[None, 2]]) == (reduction.literal("r1c2", 2),)
    cover = coversat.reduce(SUDOKU, "cover")
    assert cover.name(cover.option("r1c2", 2)) == "r1c2=2"
    assert cover.encode({"r1c2": 2}).options == (cover.option("r1c2", 2),)
    assert cover.decode([cover.name(at) for at in cover.encode(answer).options]) == answer
    assert cover.decode(list(cover.encode(answer).options)) == answer


def test_lines_between_cells() -> None:
    """Answers do not show the sides of cells; their literals are those of the border between in and out."""
    reduction = coversat.reduce(SLITHERLINK, "cnf:elimination")
    with Solver("minisat22", bootstrap_with=reduction.to_pysat()) as solver:
        assert solver.solve()
        model = set(solver.get_model())
        answer = reduction.decode(solver.get_model())
    inside = {(r, c): value for r, row in enumerate(answer) for c, value in enumerate(row)}
    for r, c in product(range(4), range(3)):
        drawn = inside.get((r - 1, c), 0) != inside.get((r, c), 0)
        assert (reduction.literal(f"r{r + 1}c{c + 1}-r{r + 1}c{c + 2}", 1) in model) == drawn
        assert (reduction.literal(f"r{r + 1}c{c + 1}-r{r + 1}c{c + 2}", 0) in model) != drawn


def test_an_incomplete_formula_says_so() -> None:
    reduction = coversat.reduce("hitori 3 3\n1 1 1\n1 2 3\n1 3 2\n", "cnf:cuts")
    assert not reduction.is_complete
    assert "incomplete" in repr(reduction)
    assert "no clause states" in str(reduction)
    assert "no clause states" in reduction._repr_html_()
    for hand_over in (reduction.to_pysat, reduction.to_networkx, lambda: reduction.to_networkx("incidence")):
        with pytest.warns(coversat.IncompleteFormulaWarning, match="no clause states"):
            hand_over()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        formula = reduction.to_pysat()
    assert any("incomplete" in comment for comment in formula.comments)
    with pytest.raises(coversat.ReductionError, match="does not state"):
        reduction.to_pysat(soft="rules")
    complete = coversat.reduce(reduction.source, "cnf:elimination")
    expected = set(enumerated(complete, complete.to_pysat()))
    found, in_pieces = set(), 0
    shown = reduction.projection or range(1, reduction.target.variable_count + 1)
    with Solver("minisat22", bootstrap_with=formula) as solver:
        while solver.solve():
            model = solver.get_model()
            if cuts := reduction.cuts(model):
                with pytest.raises(WrongModelError, match="in several pieces; add the clauses of cuts"):
                    reduction.decode(model)
                assert all(not {*cut} & {*model} for cut in cuts)
                in_pieces += 1
                solver.append_formula(cuts)
            else:
                found.add(reduction.decode(model))
                solver.add_clause([-model[variable - 1] for variable in shown])
    assert found == expected
    assert set(reduction.solve_with("cadical195", limit=None).answers) == expected


def test_steps() -> None:
    reduction = coversat.reduce(SUDOKU, "cover/cnf:product")
    first, second = reduction.steps
    assert (first.via, second.via) == ("cover", "cnf:product")
    assert first.target == second.source
    (answer,) = sudokus(SUDOKU)
    model = reduction.solve_with().answers
    assert model == (answer,)
    assert first.decode(first.encode(answer).options) == answer
    assert reduction.reduction_class == "Q"
    assert first.steps == (first,)
    nothing = coversat.reduce("p cnf 2 1\n1 -2 0\n", "")
    assert (nothing.steps, nothing.target) == ((), nothing.source)
    assert nothing.rules == {"clause 1: 1 -2 0": ((1, -2),)}


def test_reductions_between_problems() -> None:
    reduction = coversat.reduce("3sat 3\n1 2 3\n-1 -2 3\n", "vertexcover")
    cover = coversat.solve(reduction.target).answers[0]
    assert not reduction.source.violations(reduction.decode(cover))
    with pytest.raises(WrongModelError, match="not an answer of the target"):
        reduction.decode((0,) * len(cover))
    exhibited = coversat.reduce("clique 3\na b\nb c\na c\nc d\n", "independentset")
    assert exhibited.reduction_class in "PQN"
    assert not exhibited.source.violations(exhibited.decode(coversat.solve(exhibited.target).answers[0]))


def test_how_it_is_shown() -> None:
    reduction = coversat.reduce(SUDOKU, "cnf:minimal")
    assert repr(reduction) == "<Reduced: sudoku by cnf:minimal, class P: 64 variables, 308 clauses>"
    assert reduction.sizes == {"variables": 64, "clauses": 308, "literals": 644}
    page = reduction._repr_html_()
    assert page.count("<table>") == page.count("</table>") == 3
    for text in (
        "not r1c1=1 or not r1c2=1",
        "<td",
        "row 1",
        "... 4 more rules",
        "1 if 1, 2 if 2",
        "P: as many",
    ):
        assert text in page, text
    assert "row 1" in str(reduction)
    cover = coversat.reduce(SUDOKU, "cover")
    assert "row1=1; row1=2; ..." in str(cover)
    assert "1 if option 0" in cover._repr_html_()
    assert "\n" not in repr(coversat.reduce(SLITHERLINK, "cnf:cuts"))
    assert "<table>" in coversat.reduce("langford 3", "cover")._repr_html_()


MAKES_NO_SENSE = [
    (lambda r: r.literal("r9c1", 1), "no place 'r9c1' in answers of this sudoku; did you mean r4c1"),
    (lambda r: r.literal("r1c1", 7), "r1c1 cannot have the value 7; it has 1, 2, 3, 4"),
    (lambda r: r.literal("r1c1", "x"), "r1c1 cannot have the value 'x'"),
    (lambda r: r.option("r1c1", 1), "a cnf has no options"),
    (lambda r: r.name(65), "65 is no literal of 64 variables"),
    (lambda r: r.name(0), "0 is no literal"),
    (
        lambda r: r.decode([1, 2]),
        "the model has 2 literals for 64 variables and leaves out r1c1=3: it may be of",
    ),
    (
        lambda r: r.decode([-x for x in range(1, 65)]),
        "breaks clause 1, r1c1=1 or r1c1=2 or r1c1=3 or r1c1=4: it may",
    ),
    (
        lambda r: r.decode(list(range(1, 65))),
        r"breaks clause 17 of 'row 1', not r1c1=1 or not r1c2=1: it may",
    ),
    (lambda r: r.decode([0]), "0 is no literal of a model"),
    (lambda r: r.decode("v 1"), "a model is a sequence of literals"),
    (lambda r: r.decode("12"), "a model is a sequence of literals"),
    (lambda r: r.decode({1: True, 2: False}), "a model is a sequence of literals, not {1: True"),
    (lambda r: r.decode(5), "a model is a sequence of literals, not 5"),
    (lambda r: r.encode(((9,),)), "not an answer of this sudoku, or a part of one"),
    (lambda r: r.encode("x"), "not an answer of this sudoku, or a part of one"),
    (lambda r: r.blocking_clause(((1,) * 4,) * 4), "not an answer of this sudoku: "),
    (lambda r: r.rule_of(400), "there is no position 400: the target has 308"),
    (lambda r: r.rule_of((1, 5)), r"the target has no \(1, 5\)"),
    (lambda r: r.selectors("clues"), "what is soft is 'rules' or 'givens', not 'clues'"),
    (lambda r: r.to_networkx("items"), "there is no graph 'items' of it; there is primal, incidence"),
    (lambda r: r.solve_with("cadical"), "did you mean cadical"),
    (lambda r: coversat.reduce(SUDOKU, "cnf:minimum"), "did you mean cnf:minimal"),
    (lambda r: coversat.reduce(SUDOKU, "cover").literal("r1c1", 1), "an exact cover has no literals"),
    (lambda r: coversat.reduce(SUDOKU, "cover").decode([1, 2]), "not an answer of the target: item"),
    (
        lambda r: coversat.reduce(SUDOKU, "cover").decode([99]),
        "there is no option 99: the cover has 52 options",
    ),
    (lambda r: coversat.reduce(SUDOKU, "cover").decode(["r1c1=8"]), "there is no option 'r1c1=8'"),
    (lambda r: coversat.reduce(SUDOKU, "cover").decode("r1"), "a cover is a sequence of options, not 'r1'"),
    (lambda r: coversat.reduce(SUDOKU, "cover").to_pysat(), "an exact cover has no clauses"),
    (
        lambda r: coversat.reduce("langford 3", "cover/cnf:product").selectors("givens"),
        "does not keep the givens",
    ),
]


@each(("ask", "says"), MAKES_NO_SENSE, ids=str)
def test_what_makes_no_sense(ask: Any, says: str) -> None:
    reduction = coversat.reduce(SUDOKU, "cnf:minimal")
    with pytest.raises(coversat.CoversatError, match=says):
        ask(reduction)


def test_models_with_further_variables() -> None:
    """As those of a formula to which a user added variables of their own."""
    reduction = coversat.reduce(SUDOKU, "cnf:minimal")
    formula = reduction.to_pysat()
    formula.append([70, 80])
    with Solver("minisat22", bootstrap_with=formula) as solver:
        assert solver.solve()
        assert {reduction.decode(solver.get_model())} == sudokus(SUDOKU)


def test_the_clauses_of_items() -> None:
    cover = ExactCover.from_rows([["a", "b"], ["b"], ["a"]])
    reduction = coversat.reduce(cover, "cnf:pairwise")
    assert dict(reduction.rules) == {
        "item a is covered once": ((1, 3), (-1, -3)),
        "item b is covered once": ((1, 2), (-1, -2)),
    }
    assert coversat.reduce(cover, "").rules == {f"item {i} is covered once": (i,) for i in "ab"}


def test_counts_as_native_constraints() -> None:
    """Two or three of six; a model that has one of them is refused, with and without auxiliary variables."""
    model = coversat.Model()
    bits = model.variables("abcdef", (0, 1))
    model.add(Count(bits, (1,), (2, 3)), "two or three")
    reduction = model.reduce("cnf:mixed")
    (counted,) = reduction.target.cardinalities
    assert (counted.least, counted.most, len(counted.literals)) == (2, 3, 6)
    formula = reduction.to_pysat(native=True)
    assert [bound for _, bound in formula.atmosts] == [3, 4]
    found = set(enumerated(reduction, formula, "minicard"))
    assert found == {bits for bits in product((0, 1), repeat=6) if sum(bits) in (2, 3)}
    for number in (1, 4):
        literals = [reduction.literal(name, int(at < number)) for at, name in enumerate("abcdef")]
        others = range(7, reduction.target.variable_count + 1)
        with pytest.raises(WrongModelError, match="of 'two or three'"):
            reduction.decode([*literals, *others])


# Objects of other packages


def test_formulas_of_pysat() -> None:
    formula = CNF(from_clauses=[[1, -2], [2, 3], [-1, -3]])
    ours = Cnf.from_pysat(formula, names={1: "x"}, projection=[1, 2])
    assert (ours.variable_count, ours.clauses) == (3, ((1, -2), (2, 3), (-1, -3)))
    assert (ours.names, ours.projection) == ({1: "x"}, (1, 2))
    assert ours.to_pysat().clauses == formula.clauses
    assert coversat.count(formula).count == 2
    plus = CNFPlus()
    plus.append([[1, 2, 3], 1], is_atmost=True)
    for wrong, says in ((plus, "at-most constraints"), (WCNF(), "weights"), (5, "expected a CNF of PySAT")):
        with pytest.raises(coversat.CoversatError, match=says):
            Cnf.from_pysat(wrong)


def test_graphs_of_formulas() -> None:
    formula = Cnf(4, ((1, -2), (2, 3), (-1, 1)), {1: "x"})
    primal = formula.to_networkx("primal")
    assert set(map(frozenset, primal.edges)) == {frozenset({1, 2}), frozenset({2, 3})}
    assert primal.nodes[1]["name"] == "x"
    assert set(primal) == {1, 2, 3, 4}
    incidence = formula.to_networkx("incidence")
    assert networkx.is_bipartite(incidence)
    assert incidence.edges[1, ("clause", 0)]["sign"] == 1
    assert incidence.edges[2, ("clause", 0)]["sign"] == -1
    assert incidence.edges[1, ("clause", 2)]["sign"] == 0
    assert incidence.number_of_edges() == 5
    labelled = coversat.reduce(SUDOKU, "cnf:minimal").to_networkx("incidence")
    assert labelled.nodes["clause", 16]["rule"] == "row 1"
    items = coversat.reduce(SUDOKU, "cover").to_networkx()
    assert items.nodes["row1=1"]["rule"] == "row 1"
    assert items.degree("r1c1") == 1
    with pytest.raises(coversat.CoversatError, match="more than 1 edge"):
        formula.to_networkx("primal", 1)


@pytest.mark.thorough
def test_rows_and_matrices() -> None:
    numpy = pytest.importorskip("numpy")
    rows = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
    cover = ExactCover.from_rows(rows)
    found = coversat.solve(cover, limit=None)
    assert [list(one) for one in found.named()] == [["B", "D", "F"]]
    ordered = ExactCover.from_rows(rows.values(), items=range(1, 8))
    matrix = ordered.matrix()
    assert matrix.tolist()[1] == [1, 0, 0, 1, 0, 0, 0]
    for again in (ExactCover.from_matrix(matrix), ExactCover.from_matrix(matrix.tolist())):
        assert again.primary == tuple("1234567")
        assert coversat.solve(again).answers == ((1, 3, 5),)
    named = ExactCover.from_matrix(numpy.eye(3, dtype=int)[:2], names="abc", secondary=1)
    assert (named.primary, named.secondary) == (("a", "b"), ("c",))
    sparse = pytest.importorskip("scipy.sparse")
    thin = ordered.matrix(sparse=True)
    assert isinstance(thin, sparse.csr_array)
    assert (thin.toarray() == matrix).all()
    assert ExactCover.from_matrix(thin) == ExactCover.from_matrix(matrix)
    secondary = ExactCover.from_matrix([[1, 0, 1], [0, 1, 1], [0, 1, 0]], secondary=1)
    assert coversat.count(secondary).count == 1
    for make, says in (
        (lambda: ExactCover.from_matrix([[2]]), "row 1 has 2; a matrix of a cover has 0 and 1"),
        (lambda: ExactCover.from_matrix([[1], [1, 0]]), "rows of one length"),
        (lambda: ExactCover.from_matrix([[1, 0], [0, 0]]), "option number 2: covers no primary item"),
        (lambda: ExactCover.from_matrix([[1]], names="ab"), "2 names and 0 secondary items for 1 columns"),
        (lambda: ExactCover.from_rows([[1, 1]]), "covers an item twice"),
        (lambda: ExactCover.from_rows(["ab"]), "a row is a sequence of items, not 'ab'"),
        (lambda: coversat.read("p q | x\np x:A\nq x:A\n", "cover")[0].matrix(), "has no colours"),
    ):
        with pytest.raises(coversat.CoversatError, match=says):
            make()


def test_a_name_that_several_places_have_is_none() -> None:
    """Equal options of a cover are two places, and a literal is of one."""
    reduction = coversat.reduce("| exact cover\na b\na b\na b\na\nb\n", "cnf:pairwise")
    assert reduction.literal("a", 1)
    with pytest.raises(coversat.ArgumentError, match="2 places are called 'a b'"):
        reduction.literal("a b", 1)
