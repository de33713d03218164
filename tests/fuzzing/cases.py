"""A run, as it is drawn: words found from what the commands declare, files, streams, limits and a signal."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import click

from coversat.answering.routes import all_routes as routes
from coversat.cli import commands, program
from coversat.problems import KINDS, forms
from fuzzing import texts

FOLDERS = ("DIR", "FOLDER")
OUTPUTS = ("OUT", "FILE", *FOLDERS)
"""By its metavar an option names a file that may be written."""

READ = ("--layout", "--export")
"""Options whose file is read."""

JOURNALS = ("--out", "--store", "--certify")
"""What is written bit by bit, a whole result each, and stays when another fails."""

PICTURED = ("draw", "explain", "routes")
"""Commands whose outputs are pictures."""

BEHIND = {"target", "nowhere", "twin"}
"""What an output that is a link leads to."""

ODD_FILES = ("fifo", "silent", "link", "folder", "unreadable", "full")
"""Sorts of files that are read."""

SEVERAL = ("bench", "compare")
"""Their limits are of each run or route, of which there may be any number."""

NEEDS = {"--times": "--json", "--proof": "--certify", "--resume": "--out"}
"""Options that are refused without another one."""

EXCLUDES = (
    *({"--certify", "--solver-command"}, {"--certify", "--limit"}, {"--certify", "--memo-limit"}),
    *({"--all", "--limit"}, {"--smallest", "--via"}, {"--smallest", "--solver-command"}),
    *({"--via", "--solver-command"}, {"--scheduler", "--jobs"}, {"--scheduler", "--memory"}),
    *({"--solve", "--candidates"}, {"--all", "--candidates"}, {"--all", "--case"}),
    *({"--html", "--json"}, {"--html", "--format"}, {"--json", "--format"}, {"--layout", "--size"}),
    *({"--layout", "--boxes"}, {"--layout", "--symmetry"}),
)
"""Options that are refused beside each other."""

MEBIBYTE = 2**20


@dataclass
class File:
    """What stands under a name: bytes, or for other sorts of files none."""

    content: bytes = b""
    sort: str = "file"
    """``file``, ``link``, ``hard`` (link), ``folder``, ``unreadable``, ``full`` (a device); of pipes with
    a name ``fifo``, that somebody writes to, ``silent``, that nobody does, and ``drain``, that somebody
    reads."""
    target: str = ""


@dataclass
class Case:
    """All that is to be known to repeat a run."""

    number: int
    words: list[str] = field(default_factory=list)
    files: dict[str, File] = field(default_factory=dict)
    stdin: bytes | None = b""
    """None: closed."""
    stdout: str = "read"
    """``read``, ``closed``, ``gone`` (nobody reads), ``head`` (a line is read), ``full``."""
    stderr: str = "read"
    signal: int | None = None
    delay: float = 0.0
    seconds: float | None = None
    """The limit that the words name, where they name one."""
    memory: int = 2048 * MEBIBYTE
    anew: bool = False
    """In a new interpreter, not in a forked one."""
    inputs: set[str] = field(default_factory=set)
    """Files that are read: none of them may change."""
    outputs: set[str] = field(default_factory=set)
    journals: set[str] = field(default_factory=set)
    liar: bool = False
    """An outside solver that does not tell the truth is run."""

    @property
    def as_json(self) -> bool:
        options = self.words[: self.words.index("--")] if "--" in self.words else self.words
        return "--json" in options

    @property
    def tight(self) -> bool:
        return self.memory < 1024 * MEBIBYTE


def drawn(seed: int, number: int) -> Case:
    """The run of this number."""
    return _Drawing(random.Random(f"{seed} {number}"), Case(number)).case()


@cache
def command(name: str) -> click.Command:
    with click.Context(program) as ctx:
        found = program.get_command(ctx, name)
    assert found is not None
    return found


def options(name: str) -> list[click.Option]:
    return [one for one in command(name).params if isinstance(one, click.Option)]


@cache
def route_names(kind: str) -> tuple[str, ...]:
    return tuple(route.name for route in routes(kind))


@cache
def form_names(kind: str, any_: bool) -> tuple[str, ...]:
    """The forms that can be written, or all of them."""
    return tuple(form.name for form in forms(kind) if any_ or form.write is not None)


class _Drawing:
    def __init__(self, chance: random.Random, case: Case) -> None:
        self.chance, self.drawn = chance, case
        self.kind = chance.choice(KINDS)
        self.wild = chance.random() < 0.14
        """Whether several things may be wrong at once; elsewhere most runs have at most one."""
        self.odd = self.wild or chance.random() < 0.04
        """Whether values of options may be of other types."""

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def case(self) -> Case:
        name = self.chance.choice(tuple(commands()))
        self.name = name
        self._surroundings()
        words = self._words(name)
        if name in SEVERAL:
            self.drawn.seconds = None
        if self.often(0.04):
            words = self._spoilt(words)
            # Any word may now stand where the name of a file does.
            self.drawn.outputs |= set(words if self.drawn.outputs else ())
            self.drawn.journals |= set(words if self.drawn.journals else ())
            if not any(word.startswith("--timeout") for word in words):
                self.drawn.seconds = None
        self.drawn.words = ([] if self.often(0.003) else [name]) + words
        return self.drawn

    def _spoilt(self, words: list[str]) -> list[str]:
        at = self.chance.randrange(len(words) + 1)
        put = self.chance.choice(([], ["--help"], ["--"], ["-"], ["--nope"], ["\udcff"], ["x" * 5000], [""]))
        return words[:at] + put + words[at + (1 if self.often(0.5) else 0) :]

    def _surroundings(self) -> None:
        case, chance = self.drawn, self.chance
        case.stdout = chance.choices(("read", "closed", "gone", "head", "full"), (90, 2, 3, 3, 2))[0]
        case.stderr = chance.choices(("read", "closed", "gone", "full"), (96, 1, 1, 2))[0]
        case.stdin = None if self.often(0.03) else b""
        case.anew = self.often(0.012)
        if self.often(0.02):
            case.memory = chance.choice((1, 4, 16, 64)) * MEBIBYTE
        if self.often(0.06):
            ends = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
            case.signal = int(chance.choice(ends))
            case.delay = (
                chance.uniform(0, 0.6) if case.anew else chance.choice((0, 0.002, 0.01, 0.03, 0.1, 0.2))
            )
        case.files["kept.txt"] = File(b"not to be touched\n")

    def _words(self, name: str) -> list[str]:
        drawn = []
        arguments = [one for one in command(name).params if isinstance(one, click.Argument)]
        places = [word for argument in arguments for word in self._argument(argument)]
        for option in self._chosen(name, bool(places[1:])):
            for _ in range(2 if option.multiple and self.often(0.3) else 1):
                drawn.append(self._option(option))
        self.chance.shuffle(drawn)
        flat = [word for option in drawn for word in option]
        return places + flat if self.often(0.7) else flat + places

    def _certified(self) -> bool:
        return any(file.startswith("certificates") for file in self.drawn.files)

    def _chosen(self, name: str, several: bool) -> list[click.Option]:
        """Options of a command; those of a run that is not wild do not contradict each other."""
        declared = {option.opts[-1]: option for option in options(name)}
        chosen = {
            word for word, option in declared.items() if option.required or self.often(self._share(option))
        }
        if not self.wild:
            if several and name == "draw":
                chosen -= {"--solve", "--candidates", "--all"}
            if name == "verify":
                chosen -= {"--case", "--kind"} if self._certified() else {"--deep"}
            for word, other in NEEDS.items():
                if word in chosen and other in declared:
                    chosen.add(other)
            for pair in EXCLUDES:
                if pair <= chosen:
                    chosen.remove(self.chance.choice(sorted(pair)))
                    chosen -= {word for word, other in NEEDS.items() if other not in chosen & declared.keys()}
        return [option for word, option in declared.items() if word in chosen]

    def _share(self, option: click.Option) -> float:
        if option.name in ("timeout", "treewidth"):
            return 0.85
        if option.name == "case" and not self.wild:
            return 0.6
        if option.name in ("solver_command", "commands") and not self.wild:
            return 0.06
        return {"kind": 0.08, "scheduler": 0.01}.get(str(option.name), 0.17)

    def _option(self, option: click.Option) -> list[str]:
        name = self.chance.choice(option.opts)
        if option.is_flag:
            return [name]
        value = self._input("layout") if name in READ else self._value(option)
        if self.name == "export" and option.name == "name":
            self.format = value
        if option.metavar in OUTPUTS and name not in READ:
            self.drawn.outputs.add(value)
            if name in JOURNALS or self.name == "audit":  # ends with 2 where a row cannot be read
                self.drawn.journals |= {value, *BEHIND}
            if name == "--out":  # the parts of an interrupted count
                self.drawn.outputs.add(f"{value}.parts")
                self.drawn.journals.add(f"{value}.parts")
        if self.often(0.1) and name.startswith("--"):
            return [f"{name}={value}"]
        return [name, value]

    def _argument(self, argument: click.Argument) -> list[str]:
        if argument.type.name == "choice":
            value = self._value(argument)
            self.kind = value if value in KINDS else self.kind
            return [value]
        if argument.nargs == -1:
            none = 20 if not argument.required else 1 if self.wild else 0
            count = self.chance.choices((0, 1, 2, 3), (none, 20, 3, 1))[0]
        elif self.name == "verify" and argument.name == "answer" and not self.wild:
            count = int(not self._certified())
        else:
            count = 1 if argument.required or self.often(0.6) else 0
        return [self._input(str(argument.name)) for _ in range(count)]

    # Values

    def _value(self, parameter: click.Parameter) -> str:
        kind = parameter.type
        if self.odd and self.often(0.3):
            self.odd = self.wild
            return self.chance.choice(ODD_VALUES)
        if parameter.name in ("timeout", "treewidth"):
            return self._seconds(ends=parameter.name == "timeout")
        if kind.name == "choice":
            if parameter.name == "kind" and self.often(0.6 if self.wild else 0.97):
                return self.kind if self.kind in kind.choices else kind.choices[0]
            return self.chance.choice(tuple(kind.choices))
        if kind.name == "size":
            sizes = ("500M", "2G", "300m", "64M", "1K", "1", "3000MB")
            return self.chance.choice((*sizes, "0") if self.wild else sizes)
        if kind.name == "integer":
            if parameter.name == "case" and not self.wild and self.often(0.9):
                return "1"
            return str(self.chance.choice((1, 1, 2, 2, 3, 4, 7, 10, 100, 10**6, 10**30)))
        return self._text(str(parameter.metavar))

    def _text(self, metavar: str) -> str:
        chance = self.chance
        if metavar in OUTPUTS:
            return self._output(metavar in FOLDERS or self.name == "bench", metavar in FOLDERS)
        if metavar == "ANSWER":
            return self._input("answer")
        if metavar == "COMMAND":
            self.drawn.liar = True
            return chance.choice(PROGRAMS)
        kind = self.kind if self.often(0.8 if self.wild else 0.98) else chance.choice(KINDS)
        route = chance.choice(route_names(kind))
        values: dict[str, Callable[[], str]] = {
            "ROUTE": lambda: route,
            "REDUCTION": lambda: self._reduction(kind),
            "GLOB": lambda: chance.choice((route, "*", "cover/*", "*cadical195", *(("[", "") * self.wild))),
            "FORM": lambda: chance.choice(form_names(kind, any_=self.wild)),
            "RxC": lambda: chance.choice(
                ("4x4", "5x5", "6x6", *(("2x2", "3x3", "0x0", "99999x99999", "2x", "-1x3") * self.wild))
            ),
            "G": lambda: chance.choice(("0", "1", "search", *(("1-2", "0-", "9") * self.wild))),
            "ADDRESS": lambda: chance.choice(("tcp://127.0.0.1:1", "nowhere", "tcp://", "")),
            "WORDS": lambda: chance.choice(("a title", "<script>", "\udcff", "")),
        }
        return values.get(metavar, lambda: chance.choice(ODD_VALUES))()

    def _reduction(self, kind: str) -> str:
        """Mostly one that leads to what the format is for."""
        found = sorted({name.rpartition("/")[0] for name in route_names(kind) if "search" not in name} - {""})
        target = {"cover": "cover", "dimacs": "cnf", "wcnf": "cnf"}.get(getattr(self, "format", ""), "")
        fit = [name for name in found if self.wild or name.rpartition("/")[2].startswith(target)]
        return self.chance.choice(fit or found or [route_names(kind)[0]])

    def _seconds(self, ends: bool) -> str:
        if self.odd and self.often(0.3):
            self.odd = self.wild
            return self.chance.choice(
                ("nan", "inf", "-inf", "0", "-1", "1e308", "1e-400", "", "5e-324", "1e8", "1_0")
            )
        seconds = self.chance.choice((1e-9, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2))
        if ends:
            self.drawn.seconds = max(seconds, self.drawn.seconds or 0.0)
        return str(seconds)

    # Files

    def _output(self, journal: bool, folder: bool) -> str:
        chance, files = self.chance, self.drawn.files
        names = ("out", "out.txt", "out.gz", "out.svg", "out.png", "out.html", "out.xz", "b.db")
        if self.name in PICTURED and not self.wild:
            names = ("out.svg", "out.png")
        name = chance.choice(names)
        how = chance.choices(
            (
                "new",
                "there",
                "link",
                "hard",
                "drain",
                "folder",
                "full",
                "below",
                "no folder",
                "stream",
                "odd",
                "used",
                "input",
                "foreign",
            ),
            (40, 15, 4, 4, 3, 4, 4, 3, 4, 6, 4, 4, 8, 4)
            if self.wild
            else (60, 20, 4, 4, 2, 1, 1, 3, 1, 2, 1, 1, 4, 2),
        )[0]
        if folder and not self.wild and how == "foreign" and self.often(0.7):
            how = "new"
        if journal and not self.wild and how in ("there", "hard", "link", "drain", "full", "input"):
            how = "new"
        if how == "there":
            files.setdefault(name, File(b"what was there\n"))
        elif how == "link":
            files["target"] = File(b"behind a link\n")
            files[name] = File(sort="link", target=chance.choice(("target", "target", "nowhere", name)))
            self.drawn.outputs |= BEHIND
        elif how == "hard":
            files["twin"] = File(b"one of two names\n")
            files[name] = File(sort="hard", target="twin")
            self.drawn.outputs |= BEHIND
        elif how in ("drain", "folder", "full"):
            files[name] = File(sort=how)
        elif how == "below":
            files["sub"] = File(sort="folder")
            return f"sub/{name}"
        elif how == "no folder":
            return f"nowhere/{name}"
        elif how == "stream":
            return chance.choice(("-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/77"))
        elif how == "odd":
            return chance.choice(("", "a\nb", "\udcff\udcfe", ".", "..", "kept.txt/x", "x" * 300, "-", " "))
        elif how == "used" and files:
            return chance.choice(tuple(files))
        elif how == "input" and self.drawn.inputs:
            return self._input_again()
        elif how == "foreign":
            files[name] = File(chance.choice(texts.FOREIGN))
            if self.often(0.5):
                files[f"{name}.parts"] = File(chance.choice(texts.FOREIGN))
        return name

    def _input_again(self) -> str:
        """The name of a file that is read, or another name for it."""
        files = self.drawn.files
        # A pipe that was read has nobody at its other end any more, and whoever writes to it waits.
        read = [name for name in sorted(self.drawn.inputs) if files[name].sort not in ("fifo", "silent")]
        if not read:
            return "out"
        name = self.chance.choice(read)
        ending = self.chance.choice((".svg", ".png", ".txt", ".html", ""))
        how = self.chance.choice(("same", "dotted", "link", "hard"))
        if how in ("link", "hard") and self.drawn.files.get(name, File(sort="")).sort == "file":
            self.drawn.files[f"again{ending}"] = File(sort=how, target=name)
            self.drawn.outputs.add(name)
            return f"again{ending}"
        return f"./{name}" if how == "dotted" else name

    def _input(self, role: str) -> str:
        chance, case = self.chance, self.drawn
        if self.often(0.03):
            return chance.choice(texts.links())
        name, content = self._content(role)
        if name.startswith("certificates"):
            return name
        if self.often(0.05):
            ending = chance.choice((".gz", ".xz"))
            name, content = name + ending, texts.packed(content, ending, chance)
        sorts = ("file", "stdin", "odd name", "missing", *ODD_FILES)
        weights = (83, 5, 3, 1, 2, 1, 2, 1, 1, 1) if self.wild else (200, 8, 4, 1, 3, 1, 3, 1, 1, 1)
        how = chance.choices(sorts, weights)[0]
        if how == "stdin":
            if case.stdin is not None:
                case.stdin = content
            return chance.choice(("-", "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
        if how == "odd name":
            name = chance.choice(
                ("a\nb", "\udcff.txt", "-x", " ", "--jobs", "é" * 60, "http:", "%s{}", "\x1b[31m")
            )
        if how == "link":
            case.files["linked"] = File(content)
            case.files[name] = File(sort="link", target=chance.choice(("linked", "linked", name)))
        elif how == "missing":
            return "missing.txt"
        else:
            sort = how if how in ODD_FILES else "file"
            case.files[name] = File(content, sort)
        if how != "missing":
            case.inputs |= {name, "linked"} if how == "link" else {name}
        return name

    def _content(self, role: str) -> tuple[str, bytes]:
        """A name and what stands there: mostly what the argument is for."""
        chance, kind = self.chance, self.kind
        number = len(self.drawn.files)
        name, content = f"in{number}.txt", chance.choice(texts.puzzles(kind))
        formats = ("dimacs", "cover", "wcnf", "opb", "lp")
        form = chance.choices(formats, (2, 1, 1, 1, 1) if self.wild else (12, 4, 2, 1, 1))[0]
        if self.name in ("verify", "draw") and not self.wild and self.often(0.7):
            content = texts.example(kind)  # whose answer the other file is
        if self.name == "test":
            name, content = f"in{number}.py", texts.definition()
        if self.name == "report":
            bench = "bench puzzle --routes search/* --runs 1 --timeout 2 --store s.db"
            name, content = f"in{number}.db", texts.made("queens", bench).get("s.db", b"")
        elif self.name == "verify" and role == "file" and self.often(0.5):
            made = texts.made(kind, "check puzzle --certify certificates --timeout 2")
            for path, part in made.items():
                if path.startswith("certificates"):
                    spoil = self.often(0.15)
                    self.drawn.files[path] = File(texts.damaged(part, chance) if spoil else part)
            if self._certified():
                return "certificates", b""
        elif role == "exported":
            self.to = form
            content = texts.made(kind, f"export puzzle --case 1 --to {form} -o e").get("e", b"")
        elif role == "model":
            self.drawn.files["unused"] = File()
            content = self._model(getattr(self, "to", form))
        elif role == "answer" or (self.name == "draw" and role == "files"):
            content = texts.made(kind, "solve puzzle --timeout 2")["printed"]
        elif self.often(0.1):
            form = form if self.wild else chance.choice(("dimacs", "cover"))
            content = texts.made(kind, f"export puzzle --case 1 --to {form} -o e").get("e", b"")
        odd = chance.choices(
            ("plain", "header", "heavy", "picture", "damaged", ""),
            (3, 3, 2, 1, 42, 49) if self.wild else (1, 2, 2, 1, 7, 87),
        )[0]
        if odd == "header":
            return f"in{number}.cnf", chance.choice(texts.HEADERS)
        if odd == "picture":
            # A picture's name, so that the same file may be meant as an output.
            return f"in{number}.svg", content
        others = {"plain": chance.choice(texts.PLAIN), "heavy": texts.heavy()}
        return name, texts.damaged(content, chance) if odd == "damaged" else others.get(odd, content)

    def _model(self, form: str) -> bytes:
        if self.often(0.2):
            return self.chance.choice(
                (b"s UNSATISFIABLE\n", b"s UNKNOWN\n", b"s SATISFIABLE\nv 1 2 3 0\n", b"UNSAT\n")
            )
        return texts.model(self.kind, "e.dlx" if form == "cover" else "e.cnf")


ODD_VALUES = (
    "",
    "0",
    "-1",
    "x",
    "nan",
    "1e9",
    "9" * 40,
    "1_000",
    "٣",
    "\udcff",
    "a\nb",
    "--jobs",
    "-",
    "*",
    "{cnf}",
    "../x",
)
PROGRAMS = (
    *(
        "true",
        "false",
        "no-such-program",
        "cat {cnf}",
        "cat",
        "yes",
        "sleep 100",
        "sh -c 'kill -9 $$'",
        "'",
        "",
        "{model}",
    ),
    *(
        "sh -c 'echo s UNSATISFIABLE'",
        "sh -c 'echo s SATISFIABLE; echo v 1 2 0'",
        "sh -c 'sleep 100 & sleep 100'",
    ),
    *(
        "sh -c 'echo junk; exit 10'",
        "sh -c 'exit 20'",
        "cp {cnf} {model}",
        "sh -c 'setsid sleep 100 & echo s UNKNOWN'",
    ),
)
