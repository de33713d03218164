"""How words are read as options and arguments; what help says stands in `test_help`."""

from __future__ import annotations

from typing import Any

import pytest
from command_line import command_line

from coversat.cli import COMMANDS
from coversat.cli.commands import Argument, Choice, Command, Option, UsageError, Whole, integer, takes
from coversat.cli.helping import described, table

FILES = Argument("files", "FILE...", several=True)
FLAG = Option("--brief", "Say less.")
NUMBER = Option("--jobs", "How many.", "N", read=Whole(), default=7)
OUT = Option("--output", "Where.", "OUT", short="-o")
NAMES = Option("--with-name", "Which.", "NAME", to="names", several=True)
KIND = Option("--kind", "What.", "KIND", read=Choice(("sudoku", "kakuro")))
SEED = Option("--seed", "Chance.", "N", read=integer)
OPTIONS = (FLAG, NUMBER, OUT, NAMES, KIND, SEED)
NOTHING = {"brief": False, "jobs": 7, "output": None, "names": (), "kind": None, "seed": None}


def read(*words: str, parameters: tuple[Option | Argument, ...] = (*OPTIONS, FILES)) -> dict[str, Any]:
    """What a command's function is called with."""
    seen: list[dict[str, Any]] = []

    def function(**values: Any) -> int:
        seen.append(values)
        return 3

    assert takes(*parameters, examples=())(function).run("try", words) == 3
    (values,) = seen
    return values


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Missing argument 'FILE...'"),
        ("--bref x", "No such option '--bref'. (Did you mean '--brief'?)"),
        ("--job 2 x", "No such option '--job'. (Did you mean '--jobs'?)"),
        ("--xyz x", "No such option '--xyz'"),
        ("-x", "No such option '-x'"),
        ("--brief=yes x", "Option '--brief' does not take a value"),
        ("x --jobs", "Option '--jobs' requires an argument"),
        ("x -o", "Option '-o' requires an argument"),
        ("--jobs two x", "Invalid value for '--jobs': 'two' is not a valid integer"),
        ("--jobs 0 x", "Invalid value for '--jobs': 0 is less than 1"),
        ("--jobs 0 --jobs 2 x", "Invalid value for '--jobs': 0 is less than 1"),
        ("--kind chess x", "Invalid value for '--kind': 'chess' is not one of 'sudoku', 'kakuro'"),
    ],
)
def test_what_cannot_be_read_is_said(words: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        read(*words.split())
    assert str(raised.value) == said
    assert (raised.value.usage, raised.value.command) == (
        "Usage: coversat try [OPTIONS] FILE...",
        "coversat try",
    )


def test_arguments_stand_in_places() -> None:
    two = (Argument("first", "FIRST"), Argument("second", "[SECOND]", required=False))
    assert read("a", parameters=two) == {"first": "a", "second": None}
    assert read("a", "b", parameters=two) == {"first": "a", "second": "b"}
    rest = (two[0], Argument("others", "[OTHER]...", several=True, required=False))
    assert read("a", parameters=rest) == {"first": "a", "others": ()}
    assert read("a", "b", "c", parameters=rest) == {"first": "a", "others": ("b", "c")}
    for words, said in (
        ([], "Missing argument 'FIRST'"),
        (["a", "b", "c"], "Got unexpected extra argument (c)"),
        (["a", "b", "c", "d"], "Got unexpected extra arguments (c d)"),
    ):
        with pytest.raises(UsageError) as raised:
            read(*words, parameters=two)
        assert str(raised.value) == said


def test_what_is_required_is_missed() -> None:
    needed = Option("--to", "Where.", "FORM", short="-t", required=True)
    assert read("-t", "x", parameters=(needed,)) == {"to": "x"}
    with pytest.raises(UsageError, match=r"^Missing option '-t' / '--to'$"):
        read(parameters=(needed,))


def test_help_is_shown_whatever_is_missing() -> None:
    for words in (["check", "--help"], ["check", "-h"], ["convert", "--help", "x"]):
        done = command_line(*words)
        assert (done.code, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: coversat {words[0]} [OPTIONS] ")


def test_the_program_itself() -> None:
    whole = command_line("--help")
    assert (whole.code, whole.stderr) == (0, "")
    assert all(f"\n  {name} " in whole.stdout for name in COMMANDS)
    assert command_line() == (2, whole.stdout, "", whole.stdout)
    assert command_line("--version").stdout.startswith("coversat ")
    for words, said in (
        (["chek"], "No such command 'chek'. (Did you mean 'check'?)"),
        (["--versio"], "No such option '--versio'. (Did you mean '--version'?)"),
        ([""], "No such command ''"),
    ):
        assert command_line(*words).stderr.splitlines() == [
            "Usage: coversat [OPTIONS] COMMAND [ARGS]...",
            f"coversat: {said}",
            "'coversat --help' says more",
        ]


def test_help_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    about = "word " * 40 + "\n\nList:\n  kept   as it is"
    for columns, widest in (("200", 78), ("70", 68), ("10", 58)):
        monkeypatch.setenv("COLUMNS", columns)
        text, kept, options = described(about, (FLAG, Option("--long", "word " * 40, "N")))
        assert max(map(len, text.splitlines())) in range(widest - 5, widest + 1)
        assert kept == "  List:\n    kept   as it is"
        assert max(map(len, options.splitlines())) in range(widest - 5, widest + 1)


def test_a_long_term_stands_above_what_it_means() -> None:
    assert table([("a", "short"), ("b" * 40, "long")]) == [
        f"  {'a':<30}  short",
        f"  {'b' * 40}",
        f"  {'':<30}  long",
    ]


def test_every_command_says_what_its_function_takes() -> None:
    from inspect import signature

    from coversat.registry import load

    for name in COMMANDS:
        command: Command = load("coversat.cli", f"{name}_command", "command")
        told = {one.key for one in (*command.arguments, *command.options[:-1])}
        function = command.function
        taken = {*signature(function).parameters, *signature(function, follow_wrapped=False).parameters}
        assert told >= taken - {"options", "others"}
        assert "options" in taken or told == taken - {"others"}
        assert len(told) == len(command.arguments) + len(command.options) - 1
