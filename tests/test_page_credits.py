"""The title, the author and the rules of a puzzle go into links that have room for them, and come back."""

from __future__ import annotations

import base64
import json
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "web"))
from credits import credited, credits_of  # noqa: E402

from coversat.problems import find_form, read  # noqa: E402
from coversat.setters.links.lz_string import pack  # noqa: E402

ABOUT = {"title": "Größe, eins", "author": "Kim & Co", "rules": "Digits grow,\nfrom the bulb: 100%."}
FORMS = (
    *(("sudoku/killer.txt", form) for form in ("sudokupad", "fpuzzles", "penpa")),
    ("slitherlink/7x9.txt", "penpa"),
)


def penpa(lines: bytes) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = base64.b64encode(packer.compress(lines) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}"


def test_links_hold_them_beside_the_puzzle() -> None:
    for name, form in FORMS:
        (problem,) = read((ROOT / "examples" / name).read_text()).problems
        link = find_form(problem.kind, form).write([problem]).strip()
        assert credits_of(link) == {}
        assert credited(link, {}) == link
        whole = credited(link, ABOUT)
        assert credits_of(whole) == ABOUT, form
        assert read(whole).problems == (problem,)


def test_they_are_where_the_programs_have_them() -> None:
    """Penpa+ has fields of the first line, with its own escapes; the others have members of their JSON."""
    fpuzzles = {"size": 9, "grid": [], "title": "A", "author": "B", "ruleset": "C"}
    remarks = {"cells": [], "cages": [{"value": "title: A"}, {"value": "author: B"}, {"value": "rules: C"}]}
    sudokupad = {"cells": [], "metadata": {"title": "A", "author": "B", "rules": "C"}}
    links = [
        f"https://f-puzzles.com/?load={pack(json.dumps(fpuzzles))}",
        *(f"https://sudokupad.app/scl{pack(json.dumps(top))}" for top in (remarks, sudokupad)),
    ]
    assert [credits_of(link) for link in links] == [{"title": "A", "author": "B", "rules": "C"}] * 3
    line = b"square,10,10,38,0,1,1,418,418,60,60,0,0,0,0,Title: A%2C B,Author: C,,one%2Dtwo,OFF,false\n{}"
    assert credits_of(penpa(line)) == {"title": "A, B", "author": "C", "rules": "one\ntwo"}


def test_other_texts_have_none() -> None:
    huge = penpa(b"square,10,Title: A,Author: B,,C\n" + b"0" * 2**21)
    damaged = f"https://sudokupad.app/scl{pack(json.dumps({'cages': [1], 'metadata': []}))}"
    others = ("", "1...", "N4Ig!", "https://sudokupad.app/sclN4Igxx", "x/penpa-edit/#p=AAAA", "1" * 2**20)
    for text in (*others, huge, damaged):
        assert credits_of(text) == {}
        assert credited(text, ABOUT) == text
