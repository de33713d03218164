"""The text forms of other programs and sites: links and files.

Modules here hold the notations that several kinds share (`puzzlink`, `penpa`, `lz_string`, `checked_json`),
and what each notation means for a kind: `small_kinds`, a module or package for others.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds import BUILT_IN, KAKURO_ROWS
from ...problems.forms import OtherForm


def _form(kind: str, name: str, signs: tuple[str, ...], module: str, begins: str = "") -> OtherForm:
    return OtherForm(kind, name, signs, f"{__name__}.{module}:{name.upper()}", begins)


def _puzzlink(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}{end}/" for name in names for end in ("", "_edit", "_play"))


_PRINTED = (
    *' \t|;*_?-=[`"\x1a',
    *"xuUai",
    *map(chr, range(0x2500, 0x256D)),
    *map(chr, range(0xFF10, 0xFF1A)),
)
"""What a board has that is not in one of the own forms of sudokus."""
_NAMES_OR_BOARD = r"(?:[^\n]*\n){0,9}?[^\n]*?(?:[A-Za-z]{2}|[^\s,;|]{36})"
"""What is soon in a table: a name of a field, or a board in a line."""
_LISTS = r"(?:(?:import|from|using|#|//|Example)[^\n]*\n\s*)*[^\[{(\n]*[\[{(]"
"""A bracket in the first line that is neither a comment nor code above a list."""

PUZZLINK_NAMES = {
    "starbattle": ("starbattle",),
    "akari": ("akari", "lightup", "bijutsukan"),
    "fillomino": ("fillomino",),
    "shikaku": ("shikaku",),
    "suguru": ("suguru",),
    "tents": ("tents",),
    "slitherlink": ("slither", "slitherlink"),
    "masyu": ("mashu", "masyu", "pearl"),
    "simpleloop": ("simpleloop",),
    "yajilin": ("yajilin", "yajirin"),
    "numberlink": ("numlin", "numberlink"),
    "hitori": ("hitori",),
    "heyawake": ("heyawake", "heyawacky"),
    "minesweeper": ("mines", "minesweeper"),
    "skyscrapers": ("skyscrapers", "building", "skyscraper"),
    "kurodoko": ("kurodoko",),
    "nurikabe": ("nurikabe",),
    "yinyang": ("yinyang",),
}
"""What puzz.link calls the kinds of `small_kinds`; of several names the first is written."""
_PROMPTS = f"{__name__.rpartition('.')[0]}.prompts"


def forms_of(kind: str) -> Iterator[OtherForm]:
    """The forms that every kind has."""
    yield OtherForm(kind, "prompt", ("solve this puzzle: ",), f"{_PROMPTS}.prompt:PROMPT")
    yield OtherForm(kind, "prompt-ko", ("다음 퍼즐을 푸십시오: ",), f"{_PROMPTS}.prompt:PROMPT_KO")
    signs = (f'"{kind}"', '"source_dataset"', '"created_at"')
    yield OtherForm(kind, "set", signs, f"{_PROMPTS}.sets:SET")
    yield OtherForm(kind, "set-list", signs, f"{_PROMPTS}.sets:LIST", begins=r"\s*\[\s*\{")


FORMS = (
    *(form for kind in BUILT_IN for form in forms_of(kind.name)),
    _form("sudoku", "puzzlink", _puzzlink("sudoku"), "sudoku.files"),
    _form("sudoku", "fpuzzles", ("load=", "fpuz"), "sudoku.fpuzzles"),
    _form("sudoku", "sudokupad", ("scl", "ctc"), "sudoku.sudokupad"),
    _form("sudoku", "killer", (":k:",), "sudoku.files"),
    _form("sudoku", "penpa", ("p=", "penpa"), "sudoku.penpa"),
    _form("sudoku", "hodoku", (":",), "sudoku.files"),
    _form("sudoku", "ss", ("|",), "sudoku.files"),
    _form(
        "sudoku",
        "iss",
        ("~", "q=", ".anti", ".global", ".strict", ".windoku", ".disjoint", ".dutch", ".noboxes", ".region"),
        "sudoku.iss",
    ),
    _form("sudoku", "lists", ("[", "{", "("), "sudoku.lists", begins=_LISTS),
    _form("sudoku", "table", tuple(',;|\t: "=puzqgsb'), "sudoku.tables", begins=_NAMES_OR_BOARD),
    _form("sudoku", "printed", _PRINTED, "sudoku.printed", begins=f"(?!{KAKURO_ROWS})"),
    _form("kakuro", "puzzlink", _puzzlink("kakuro"), "kakuro"),
    _form("kakuro", "penpa", ("p=", "penpa"), "kakuro"),
    _form("slitherlink", "penpa", ("p=", "penpa"), "small_kinds"),
    _form("nonogram", "puzzlink", _puzzlink("nonogram"), "nonogram"),
    *(_form(kind, "puzzlink", _puzzlink(*names), "small_kinds") for kind, names in PUZZLINK_NAMES.items()),
    _form("nonogram", "non", ("width",), "nonogram"),
    OtherForm("hamiltoniancycle", "tsplib", ("hcp",), "coversat.kinds.paths:TSPLIB"),
    *(
        _form("nonogram", name, ("",), "nonogram", begins=r"\s*[1-9][0-9]{0,2}\s+[1-9][0-9]{0,2}[ \t]*\r?\n")
        for name in ("nin", "columns")
    ),
    _form("nonogram", "xml", ("<puzzle",), "nonogram"),
)
"""Every form, with the strings one of which any text in it contains."""
