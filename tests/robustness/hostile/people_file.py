"""A small file of people, taxonomies for it good and bad, and things that are no files."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from random import Random

RECORDS = 48
HOMES = 24
"""Households of two people from one region."""
INPUT = "people.csv"
LEVELS = ("zqlow", "zqmid", "zqhigh")
JOBS = ("zqnurse", "zqdoctor", "zqbaker", "zqcook", "zqclerk")
LANDS = ("France", "Germany", "Italy", "Portugal", "Sweden")
REGIONS = ("zqnorth", "zqsouth")
COLUMNS = (
    *("PERSON", "AGE", "HOURS", "EDU", "JOB", "LAND", "DAY", "REGION", "W", "INCOME", "ILL", "GAP"),
    "NOTE",
    "HOME",
)

_TREE = """category,parent
everybody,
health,everybody
zqnurse,health
zqdoctor,health
food,everybody
zqbaker,food
zqcook,food
zqclerk,everybody
"""
_TREES = {
    "tree.csv": _TREE,
    "lacking.csv": _TREE.replace("zqcook,food\n", ""),
    "circle.csv": "category,parent\na,b\nb,a\n",
    "chain.csv": "category,parent\nc0,\n" + "".join(f"c{i},c{i - 1}\n" for i in range(1, 400)),
    "empty.csv": "",
    "notes.txt": "not a tree\x00\n",
}


def write_inputs(folder: Path) -> None:
    """Write the input, taxonomies good and bad, and things that are no files at all."""
    with (folder / INPUT).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(_people())
    for name, text in _TREES.items():
        (folder / name).write_text(text)
    (folder / "fixed.txt").write_text(
        "".join(f"{row:>4}{20 + row * 7 % 40:>3}{row * 13 % 97:>5}\n" for row in range(RECORDS))
    )
    (folder / "folder").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.csv")
        (folder / "loop.csv").symlink_to("loop.csv")


def people() -> list[dict[str, str]]:
    """Read the records of the input."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in _people()[1:]]


def _people() -> list[list[str]]:
    draw = Random(20260101)
    return [list(COLUMNS), *(_person(row, draw) for row in range(RECORDS))]


def _person(row: int, draw: Random) -> list[str]:
    return [
        f"zqperson{row}",
        str(draw.randint(18, 80)),
        f"{draw.uniform(5, 60):.5f}",
        draw.choice(LEVELS),
        draw.choice(JOBS),
        draw.choice(LANDS),
        f"19{draw.randint(40, 99)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
        REGIONS[row % 2],
        f"{draw.randint(1, 9)}.25",
        f"{draw.lognormvariate(10, 1):.4f}",
        draw.choice(("zqflu", "zqcold", "zqnone")),
        "" if row % 7 == 0 else f"{draw.uniform(0, 1):.6f}",
        draw.choice(("zqtext", "zq,comma", "=zqsum(A1)", '"zq quoted"', "zqline\nend")),
        f"zqhome{row % HOMES}",
    ]


def telling_cells() -> set[str]:
    """Return the cells that no sentence may hold: long enough not to occur by chance."""
    return {cell for row in _people()[1:] for cell in row if len(cell) >= 6}
