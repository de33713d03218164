"""Files and certificates, out of the page and into it."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from visitor import Visitor

import coversat
from coversat.certificates import write_certificate as certify
from coversat.exchange import pieces as export
from coversat.problems import read

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def files_of(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(archive)) as opened:
        return {Path(name).name: opened.read(name) for name in opened.namelist()}


def certificate(visitor: Visitor) -> bytes:
    visitor.ask("prove")
    return visitor.save("#save-certificate")


@pytest.mark.parametrize("name", ["sudoku/boj2239.txt", "kakuro/picture.txt"])
def test_a_certificate_has_the_bytes_of_the_library_here(visitor: Visitor, name: str, tmp_path: Path) -> None:
    visitor.begin(name)
    made = files_of(certificate(visitor))
    text = (EXAMPLES / name).read_text()
    document = read(text)
    certify(document.problems[0], tmp_path / "here", form=document.form)
    written = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    mine, theirs = (json.loads(files.pop("certificate.json")) for files in (written, made))
    assert theirs["files"] == mine["files"]
    assert made == written


def test_a_certificate_of_the_page_is_accepted_here(visitor: Visitor, tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(certificate(visitor))) as opened:
        opened.extractall(tmp_path)
    assert coversat.verify(tmp_path / "certificate").accepted


def test_a_file_is_dropped_anywhere(visitor: Visitor) -> None:
    visitor.page.evaluate("""() => {
        const files = new DataTransfer();
        files.items.add(new File(["1...\\n..2.\\n.3..\\n...4\\n"], "puzzle.txt"));
        const drop = { dataTransfer: files, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent("drop", drop));
    }""")
    visitor.page.wait_for_function("document.querySelectorAll('.cell').length === 16")


def test_an_export_is_that_of_the_library_here_and_a_model_is_read_back(visitor: Visitor) -> None:
    visitor.tool("export")
    visitor.run("export")
    document = read((EXAMPLES / "sudoku" / "boj2239.txt").read_text())
    (problem,) = document.problems
    formula = visitor.save("#save-export").decode()
    assert formula == "".join(export(problem, form=document.form))
    (model,) = coversat.solve(formula).answers
    visitor.page.fill("#printed", "s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n")
    assert "obeys the rules" in visitor.run("decode")
    assert "".join(visitor.board()[0]) == "143628579"
    visitor.page.fill("#printed", "s PERHAPS\n")
    assert visitor.run("decode").startswith("Solver output: Line 1, column 3:")
    visitor.page.select_option("#to", "opb")
    visitor.run("export")
    assert visitor.save("#save-export").decode() == "".join(export(problem, "opb", form=document.form))


def test_a_reduction_is_chosen_from_a_list(visitor: Visitor) -> None:
    visitor.begin("kakuro/picture.txt")
    visitor.tool("export")
    visitor.page.select_option("#to", "dimacs")
    visitor.page.wait_for_selector("#via option[value='cnf:tuples']", state="attached")
    visitor.page.select_option("#via", "cnf:tuples")
    visitor.run("export")
    document = read((EXAMPLES / "kakuro" / "picture.txt").read_text())
    (problem,) = document.problems
    exported = "".join(export(problem, via="cnf:tuples", form=document.form))
    assert visitor.save("#save-export").decode() == exported
    visitor.begin("sudoku/boj2239.txt")  # its reductions are others
    visitor.page.wait_for_selector("#via option[value='cnf:minimal']", state="attached")
    assert visitor.page.locator("#via option[value='cnf:tuples']").count() == 0
    assert visitor.page.input_value("#via") == ""


def test_a_solver_that_finds_no_answer_is_checked(visitor: Visitor) -> None:
    visitor.tool("export")
    visitor.page.fill("#printed", "s UNSATISFIABLE\n")
    assert "but there is one" in visitor.run("decode")
    assert "".join(visitor.board()[0]) == "143628579"
    visitor.open("11..\n....\n....\n....\n")
    assert "coversat finds none either" in visitor.run("decode")


def test_routes_are_compared(visitor: Visitor) -> None:
    visitor.tool("compare")
    visitor.page.fill("#patterns", "search/* cover/bitset")
    said = visitor.run("compare")
    assert "All routes with a result agree." in said
    fits = "all => all.every(one => one.scrollWidth <= one.clientWidth)"
    assert visitor.page.eval_on_selector_all("#result-body .scroll", fits)
    routes = visitor.page.locator("table.routes tbody th").all_inner_texts()
    assert sorted(routes) == [
        *("cover/bitset", "search/blanks", "search/boards", "search/domains", "search/scan")
    ]


@pytest.mark.parametrize("kind", ["latin", "dominosa", "starbattle", "hitori"])
def test_a_puzzle_is_made(kind: str, visitor: Visitor) -> None:
    visitor.tool("generate")
    visitor.page.select_option("#made-kind", kind)
    visitor.page.fill("#seed", "3")
    assert "checked by" in visitor.run("generate")
    (made,) = coversat.generate(kind, seed=3)
    assert visitor.text() == made.problem.format()


def test_links_of_other_sites_are_opened(visitor: Visitor) -> None:
    visitor.open("https://puzz.link/p?sudoku/4/4/i1h2i3h4")
    assert visitor.mistake() == "" or "expected" in visitor.mistake()
