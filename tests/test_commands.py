"""How words are read as options and arguments; what help says stands in `test_help`."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import click
import pytest
from command_line import command_line
from each import each

from coversat.cli import commands, options, program
from coversat.cli.options import whole
from coversat.cli.signatures import command

NOTHING = {"brief": False, "jobs": 7, "output": None, "names": (), "kind": None, "seed": 0}


def read(*words: str) -> dict[str, Any]:
    """What a command's function is called with."""

    @command(examples=())
    @options.files
    @click.option("--brief", is_flag=True)
    @click.option("--jobs", type=whole(), metavar="N", default=7)
    @options.output("Where.")
    @click.option("--with-name", "names", multiple=True)
    @options.kind
    @options.seed("Chance.")
    def function(**values: Any) -> dict[str, Any]:
        """Try."""
        return values

    found: dict[str, Any] = function.main(list(words), "coversat try", standalone_mode=False)
    return found


@each(
    ("words", "values"),
    [
        ("x", {}),
        ("x --brief y", {"files": ("x", "y"), "brief": True}),
        ("--brief --brief x", {"brief": True}),
        ("--jobs 2 x", {"jobs": 2}),
        ("x --jobs=3", {"jobs": 3}),
        ("--jobs 2 --jobs 4 x", {"jobs": 4}),
        ("--output a x", {"output": "a"}),
        ("--output= x", {"output": ""}),
        ("-o a x", {"output": "a"}),
        ("-oa=b x", {"output": "a=b"}),
        ("--output=a=b x", {"output": "a=b"}),
        ("-o - x", {"output": "-"}),
        ("-o --brief x", {"output": "--brief"}),
        ("--seed -5 x", {"seed": -5}),
        ("--with-name a --with-name b x", {"names": ("a", "b")}),
        ("--kind kakuro x", {"kind": "kakuro"}),
        ("-", {"files": ("-",)}),
        ("x -- --brief -o", {"files": ("x", "--brief", "-o")}),
    ],
)
def test_words_are_read(words: str, values: dict[str, Any]) -> None:
    assert read(*words.split(" ")) == {**NOTHING, "files": ("x",)} | values


@each(
    ("words", "message"),
    [
        ("check --bref x", "No such option '--bref'. (Did you mean one of: '--brief', '"),
        ("check --xyz x", "No such option '--xyz'"),
        ("check -x", "No such option '-x'"),
        ("check --brief=yes x", "Option '--brief' does not take a value"),
        ("check x --jobs", "Option '--jobs' requires an argument"),
        ("export x -o", "Option '-o' requires an argument"),
        ("check --jobs two x", "Invalid value for '--jobs': 'two' is not a valid integer"),
        ("check --jobs 0 x", "Invalid value for '--jobs': 0 is less than 1"),
        (
            "check --kind chess x",
            "Invalid value for '--kind': 'chess' is not known; 'coversat list problems' lists them",
        ),
        ("verify a b c d", "Got unexpected extra arguments (c d)"),
        ("convert x", "Missing option '--to'"),
        ("solve x --all --limit 2", "--all and --limit exclude each other"),
        ("bench x --runs 10001", "Invalid value for '--runs': 10001 is more than 10000"),
        ("metrics x --via=", "Invalid value for '--routes' / '--via': expected a name"),
        ("export x --via=", "Invalid value for '--via': expected a name"),
        ("check x --via= --certify d", "Invalid value for '--via': expected a name"),
        ("check x --via a,b", "--via names one route here, not a and b; 'coversat compare' takes several"),
        ("solve x --via a --via b", "--via names one route here, not a and b"),
        ("solv", "No such command 'solv'. (Did you mean 'solve'?)"),
        ("--versio", "No such option '--versio'"),
    ],
)
def test_bad_usage(words: str, message: str) -> None:
    name = words.split()[0]
    path = f"coversat {name}" if name in commands() else "coversat"
    code, out, _, err = command_line(*words.split())
    lines = err.splitlines()
    assert (code, out) == (2, err)
    assert lines[0].startswith(f"Usage: {path} [OPTIONS] ")
    assert lines[1].startswith(f"coversat: {message}")
    assert lines[2:] == [f"'{path} --help' says more"]


@each("number", ["1_000", "+5", "٣", " 5", "5.0", "0x5", "", "1" * 5000])
def test_numbers_are_plain_decimal_digits(number: str) -> None:
    for option in ("--jobs", "--limit", "--timeout"):
        if (option, number) == ("--timeout", "5.0"):
            continue
        done = command_line("solve", option, number, "x")
        assert (done.code, "Invalid value for" in done.stderr) == (2, True), option


def test_help_is_shown_whatever_is_missing() -> None:
    for words in (["check", "--help"], ["check", "-h"], ["convert", "--help", "x"]):
        done = command_line(*words)
        assert (done.code, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: coversat {words[0]} [OPTIONS] ")


def test_the_program_itself() -> None:
    whole_help = command_line("--help")
    assert (whole_help.code, whole_help.stderr) == (0, "")
    assert all(f"\n  {name} " in whole_help.stdout for name in commands())
    assert command_line() == (2, whole_help.stdout, "", whole_help.stdout)
    assert command_line("--version").stdout.startswith("coversat ")
    assert command_line("").stderr.splitlines()[1] == "coversat: No such command ''"


def test_the_table_names_every_command() -> None:
    with click.Context(program) as ctx:
        for name, (_, about) in commands().items():
            found = program.get_command(ctx, name)
            assert found is not None
            assert found.name is not None
            assert about.endswith(".")


@pytest.mark.thorough
@each(
    ("words", "found"),
    [
        (["coversat", "ch"], "plain,check"),
        (["coversat", "check", "--ki"], "plain,--kind"),
        (["coversat", "generate", "kak"], "plain,kakuro"),
        (["coversat", "check", "--kind", "lan"], "plain,langford"),
    ],
)
def test_shells_complete(words: list[str], found: str) -> None:
    asked = {"_COVERSAT_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words)}
    asked |= {"COMP_CWORD": str(len(words) - 1)}
    command = [sys.executable, "-m", "coversat"]
    done = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=True)
    assert found in done.stdout.split()
    assert done.stderr == ""
