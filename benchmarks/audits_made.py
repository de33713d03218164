"""Sets of puzzles that published generators make, for `audits.py`; run it with the Python that has them.

    pip install reasoning-gym==0.1.25
    python benchmarks/audits_made.py reasoning-gym FOLDER
    git clone https://github.com/BytedTsinghua-SIA/Enigmata; pip install numpy tqdm python-constraint
    python benchmarks/audits_made.py enigmata FOLDER --clone Enigmata
    git clone https://github.com/MiniMax-AI/SynLogic
    python benchmarks/audits_made.py synlogic FOLDER --clone SynLogic

Each set is a file of JSON lines in FOLDER, made with the seed 7; rows are as the generator yields them,
without hashes of the time of day.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SEED = 7
REASONING_GYM = {
    "sudoku": 1000,
    "mini_sudoku": 1000,
    "n_queens": 1000,
    "futoshiki": 300,
    "kakurasu": 300,
    "survo": 300,
    "zebra_puzzles": 300,
    "graph_color": 300,
}
"""How many puzzles of each kind; the settings are those that the generator has by default."""

LEVELS = "easy", "medium", "hard"
ENIGMATA = {
    "light_up": (LEVELS[1:], 150),  # neither this nor hitori has easy ones
    "binario": (LEVELS, 100),
    "sudoku": (LEVELS, 100),
    "sudoku2": (LEVELS, 100),
    "skyscraper": (LEVELS, 100),
    "campsite": (LEVELS, 100),
    "hitori": (LEVELS[1:], 50),
    "kakurasu": (LEVELS, 100),
}
"""The levels of each task, and how many puzzles of each level."""


def reasoning_gym(name: str, clone: Path) -> Iterator[Any]:
    gym: Any = importlib.import_module("reasoning_gym")
    yield from gym.create_dataset(name, size=REASONING_GYM[name], seed=SEED)


def enigmata(name: str, clone: Path) -> Iterator[Any]:
    sys.path.insert(0, str(clone))
    generator = importlib.import_module(f"verifiable_tasks.tasks.{name}.generator")
    levels, count = ENIGMATA[name]
    for level in levels:
        random.seed(SEED)
        importlib.import_module("numpy").random.seed(SEED)
        for row in generator.generate(count, difficulty=level):
            meta = json.loads(row["meta"]) if isinstance(row["meta"], str) else row["meta"]
            yield {
                "prompt": row["prompt"],
                "answer": row["answer"],
                "question": meta["question"],
                "level": level,
            }


SYNLOGIC: dict[str, tuple[str, str, list[tuple[dict[str, Any], dict[str, Any]]]]] = {
    "sudoku": (
        "sudoku.scripts.sudoku",
        "Sudoku",
        [({}, {"num_of_questions": 100, "max_attempts": 1000, "difficulty": level}) for level in (1, 2, 3)],
    ),
    "kukurasu": (
        "kukurasu.scripts.kukurasu",
        "Kukurasu",
        [
            ({"n": n, "m": n, "ones_probability": share}, {"num_of_questions": 40, "max_attempts": 50000})
            for n in (3, 4, 5, 6)
            for share in (0.2, 0.3)
        ],
    ),
    "campsite": (
        "campsite.scripts.campsite",
        "Campsite",
        [
            ({"n": n, "m": m, "tree_density": 0.2}, {"num_of_questions": 30})
            for n in (3, 4, 5)
            for m in (3, 4, 5)
        ],
    ),
    "skyscraper": (
        "skyscraper_puzzle.scripts.skyscraper_puzzle",
        "SkyscraperPuzzle",
        [({"n": n}, {"num_of_questions": count}) for n, count in ((3, 60), (4, 240))],
    ),
    "futoshiki": (
        "futoshiki.scripts.futoshiki_generator",
        "FutoshikiGenerator",
        [
            ({}, {"grid_size": n, "num_inequality_signs": signs, "num_prefilled_coords": givens})
            for n, signs, givens in ((4, 2, 2), (4, 4, 3), (5, 7, 4), (5, 10, 5))
        ],
    ),
}
"""Of each task the module, the class, and the settings of its ``run.sh``: of a generator, and of a call."""
SAMPLES = 250
"""How many futoshikis of each setting; they are made one by one."""


def synlogic(name: str, clone: Path) -> Iterator[Any]:
    sys.path.insert(0, str(clone))
    module, of_class, settings = SYNLOGIC[name]
    random.seed(SEED)
    for how, what in settings:
        game = getattr(importlib.import_module(f"games.tasks.{module}"), of_class)(**how)
        if name == "futoshiki":
            yield from (game.generate_sample(**what) for _ in range(SAMPLES))
        else:
            for made in game.generate(**what):
                about = {key: value for key, value in made.metadata.items() if key != "trace_id"}
                yield {"question": made.question, "answer": made.answer, "metadata": about}


SETS = {
    "reasoning-gym": (reasoning_gym, REASONING_GYM),
    "enigmata": (enigmata, ENIGMATA),
    "synlogic": (synlogic, SYNLOGIC),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=SETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clone", type=Path, default=Path("."), help="where the repository is")
    parser.add_argument("--only", help="only this kind of puzzle")
    asked = parser.parse_args()
    make, names = SETS[asked.set]
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in names if asked.only is None else [asked.only]:
        with open(asked.folder / f"{name}.jsonl", "w", encoding="utf-8") as file:
            file.writelines(
                json.dumps(row, ensure_ascii=False, default=int) + "\n" for row in make(name, asked.clone)
            )
        print(name, flush=True)


if __name__ == "__main__":
    main()
