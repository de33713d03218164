"""Forty ways in which a DIMACS file can be wrong, or odd and right: read as stated, or refused at a place."""

from __future__ import annotations

import gzip
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from coversat.cli import exit_code
from coversat.errors import ParseError, ReductionError
from coversat.kinds.cnf.rules import Cnf, read_dimacs

GOOD = "p cnf 2 2\n1 -2 0\n2 0\n"

# Odd, but every reader takes them: text, and the clauses it states.
ACCEPTED = {
    "plain": (GOOD, ((1, -2), (2,))),
    "no final newline": (GOOD[:-1], ((1, -2), (2,))),
    "CRLF": (GOOD.replace("\n", "\r\n"), ((1, -2), (2,))),
    "blank lines": (GOOD.replace("\n", "\n\n"), ((1, -2), (2,))),
    "spaces around": ("p  cnf\t2  2 \n  1   -2\t0 \n 2 0\n", ((1, -2), (2,))),
    "a clause over two lines": ("p cnf 2 2\n1\n-2 0\n2 0\n", ((1, -2), (2,))),
    "two clauses on a line": ("p cnf 2 2\n1 -2 0 2 0\n", ((1, -2), (2,))),
    "comments between clauses": ("c one\np cnf 2 2\n1 -2 0\nc two\n2 0\n", ((1, -2), (2,))),
    "an empty comment": ("c\np cnf 1 1\n1 0\n", ((1,),)),
    "an empty clause": ("p cnf 1 1\n0\n", ((),)),
    "no clauses": ("p cnf 3 0\n", ()),
    "no variables": ("p cnf 0 0\n", ()),
    "a literal twice": ("p cnf 1 1\n1 1 0\n", ((1, 1),)),
    "x and not x": ("p cnf 1 1\n1 -1 0\n", ((1, -1),)),
    "unused variables": ("p cnf 1000000000 1\n1 0\n", ((1,),)),
    "the percent sign of SATLIB": ("p cnf 2 1\n1 0\n%\n0\n", ((1,),)),
    "c without a space": ("comment\np cnf 1 1\n1 0\n", ((1,),)),
    "an empty line before the header": ("\np cnf 1 1\n1 0\n", ((1,),)),
    "leading zeros": ("p cnf 02 01\n01 -02 00\n", ((1, -2),)),
}

# Wrong: text, and the line and column of the refusal.
REFUSED = {
    "empty": ("", 1, 1),
    "comments only": ("c nothing\n", 1, 10),
    "no header": ("1 -2 0\n", 1, 1),
    "header of another format": ("p wcnf 2 2 3\n1 1 0\n", 1, 1),
    "header in capitals": ("P CNF 2 1\n1 0\n", 1, 1),
    "header without counts": ("p cnf\n1 0\n", 1, 1),
    "header with three counts": ("p cnf 1 1 1\n1 0\n", 1, 1),
    "negative counts": ("p cnf -1 1\n1 0\n", 1, 1),
    "a second header": ("p cnf 1 1\np cnf 1 1\n1 0\n", 2, 1),
    "2^31 variables": ("p cnf 2147483648 1\n1 0\n", 1, 7),
    "10^18 variables": ("p cnf 1000000000000000000 1\n1 0\n", 1, 1),
    "10^12 clauses and one there": ("p cnf 1 1000000000000\n1 0\n", 2, 4),
    "a clause too few": ("p cnf 2 3\n1 0\n2 0\n", 3, 4),
    "a clause too many": ("p cnf 2 1\n1 0\n2 0\n", 3, 1),
    "no closing 0": ("p cnf 2 1\n1 -2\n", 2, 5),
    "a literal out of range": ("p cnf 2 1\n1 3 0\n", 2, 3),
    "a literal of 2^31": ("p cnf 2 1\n2147483648 0\n", 2, 1),
    "a literal of forty digits": ("p cnf 2 1\n" + "1" * 40 + " 0\n", 2, 1),
    "a word": ("p cnf 2 1\n1 x 0\n", 2, 3),
    "a fraction": ("p cnf 2 1\n1.0 0\n", 2, 1),
    "two minus signs": ("p cnf 2 1\n--1 0\n", 2, 1),
    "a minus alone": ("p cnf 2 1\n- 1 0\n", 2, 1),
    "an underscore": ("p cnf 11 1\n1_1 0\n", 2, 1),
    "full-width digits": ("p cnf 2 1\n\uff11 0\n", 2, 1),
    "hexadecimal": ("p cnf 16 1\n0x1 0\n", 2, 1),
    "something behind the percent sign": ("p cnf 2 1\n1 0\n%\n0\n1 0\n", 5, 1),
    "a plus": ("p cnf 2 1\n+1 0\n", 2, 1),
    "weights": ("c p weight 1 0.5 0\np cnf 2 1\n1 0\n", 1, 5),
    "a form feed": ("p cnf 2 1\n1\f2 0\n", 2, 1),
    "a no-break space": ("p cnf 2 1\n1 2\u00a00\n", 2, 3),
    "a NUL": ("p cnf 1 1\n1\x00 0\n", 2, 1),
    "a shown variable out of range": ("c p show 5 0\np cnf 1 1\n1 0\n", 1, 10),
    "a named variable out of range": ("c varname 5 x\np cnf 1 1\n1 0\n", 1, 11),
    "show without 0": ("c p show 1\np cnf 1 1\n1 0\n", 1, 11),
}


def test_there_are_forty() -> None:
    assert len(ACCEPTED) + len(REFUSED) >= 40


@pytest.mark.parametrize("name", ACCEPTED)
def test_odd_files_are_read(name: str) -> None:
    text, clauses = ACCEPTED[name]
    (cnf,) = read_dimacs(text)
    assert cnf.clauses == clauses
    assert Cnf.parse(cnf.format()) == cnf


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_files_are_refused_at_their_place(name: str) -> None:
    text, line, column = REFUSED[name]
    with pytest.raises(ParseError) as caught:
        read_dimacs(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value.reason


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_no_command_crashes_or_answers(
    command: str, name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.cnf"
    path.write_text(REFUSED[name][0], encoding="utf-8")
    assert exit_code([command, "--kind", "cnf", str(path)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"{path}:")


def test_a_header_is_never_trusted_for_an_allocation(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.cnf"
    path.write_text("p cnf 1000000000 1\n1 0\n")
    assert exit_code(["solve", str(path)]) == 2
    assert "in-process solvers take" in capfd.readouterr().err


@pytest.mark.parametrize("clauses", ["0\n", "1\n1 0\n"])
@pytest.mark.parametrize("variables", [10_000_000, 1_000_000_000])
@pytest.mark.parametrize(
    "command", ["candidates", "convert --to dimacs", "draw", "explain", "grade", "metrics"]
)
def test_announced_variables_cost_no_memory(
    command: str, variables: int, clauses: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.cnf"
    path.write_text(f"p cnf {variables} {clauses}")
    peak, code = peak_of(lambda: exit_code([*command.split(), str(path)]))
    assert peak < 50_000_000
    out, err = capfd.readouterr()
    if command in ("candidates", "explain", "grade"):
        assert code == 2
        used = int(clauses[0])
        assert f"{variables} variables, of which {used} occur in clauses" in err
    else:
        assert len(out) < 10_000


def peak_of(call: Callable[[], int]) -> tuple[int, int]:
    """The most bytes that Python held during a call, and what the call returned."""
    tracemalloc.start()
    try:
        found = call()
        return tracemalloc.get_traced_memory()[1], found
    finally:
        tracemalloc.stop()


def test_unused_variables_are_listed_up_to_a_bound() -> None:
    assert len(Cnf(100_002, ((1, 2),)).listed_variables()) == 100_002
    assert Cnf(10**9, ((1, 2),), projection=(1, 5)).listed_variables() == (1, 5)
    with pytest.raises(ReductionError, match="100003 variables, of which 2 occur in clauses"):
        Cnf(100_003, ((1, 2),)).listed_variables()


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_packed_files_are_unpacked_up_to_a_bound(
    suffix: str,
    pack: object,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert callable(pack)
    path = tmp_path / f"x.cnf{suffix}"
    path.write_bytes(pack(GOOD.encode()))
    assert exit_code(["check", str(path)]) == 0
    monkeypatch.setattr("coversat.files.reading.MOST_BYTES", 1_000_000)
    path.write_bytes(pack(GOOD.encode() + b"c " + b"x" * 10_000_000))
    for command in ("check", "export"):
        assert exit_code([command, str(path)]) == 2
        assert "holds more than 1000000 bytes" in capfd.readouterr().err
    whole = pack(GOOD.encode() * 100)
    for damaged in (whole[:-9], whole[:20] + bytes(9) + whole[29:], b"no packed file"):
        path.write_bytes(damaged)
        for command in ("check", "export"):
            assert exit_code([command, str(path)]) == 2
            assert "Traceback" not in capfd.readouterr().err
