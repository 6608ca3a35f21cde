"""Recipes and files for the command line's tests."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.command_line import main
from tests.core.command_line.ledgers import PRIVATE_ATTRIBUTES
from tests.core.command_line.loaded_program import LoadedProgram, loaded_program
from tests.statuses import WRITTEN

PEOPLE = [
    ["NAME", "AGE", "HOURS", "INCOME", "NOTE"],
    *(
        [f"P{i:02}", str(20 + (i * 7) % 45), str(10 + (i * 5) % 31), f"{i * 13 % 37}.5", "ok"]
        for i in range(40)
    ),
]
ATTRIBUTES = [
    {"name": "NAME", "role": "identifier"},
    {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
    {"name": "HOURS", "role": "quasi-identifier", "scale": "continuous"},
    {"name": "INCOME", "role": "confidential", "scale": "continuous"},
    {"name": "NOTE", "role": "other"},
]


@dataclass
class Bench:
    """A folder with an input and a recipe, and what the command line said last."""

    folder: Path
    out: str = ""
    err: str = ""

    @property
    def release(self) -> Path:
        return self.folder / "release"

    def files(self, folder: Path | None = None) -> list[str]:
        """Return the paths of a release's files, such as ``public/x.csv``."""
        place = folder or self.release
        return sorted(p.relative_to(place).as_posix() for p in place.rglob("*") if p.is_file())

    def people(self, rows: Sequence[Sequence[str]] | pd.DataFrame = PEOPLE) -> Path:
        path = self.folder / "people.csv"
        if isinstance(rows, pd.DataFrame):
            rows.to_csv(path, index=False)
            return path
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        return path

    def recipe(self, method: object = None, **changes: object) -> Path:
        document = {
            "format": "statveil-recipe/2",
            "input": {"path": "people.csv", "kind": "csv"},
            "attributes": ATTRIBUTES,
            "missing": "leave-out",
            "keep_order": True,
            "method": method or {"name": "t-closeness-first", "k": 3, "t": 0.15},
            "output": {"kind": "csv", "name": "people_protected"},
            **changes,
        }
        path = self.folder / "recipe.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    def run(self, *arguments: object) -> int:
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
            status = main([str(argument) for argument in arguments])
        self.out, self.err = out.getvalue(), err.getvalue()
        return status

    def protect(self, *more: object) -> int:
        return self.run("protect", self.folder / "recipe.json", "--output", self.release, *more)

    def check_refused(self, *sentence_parts: str) -> None:
        """Protect: it must be refused in one sentence with these parts, and leave nothing."""
        before = self.everything()
        assert self.protect() == 2, self.out
        assert len(self.err.strip().splitlines()) == 1, self.err
        for part in sentence_parts:
            assert part in self.err, self.err
        assert self.everything() == before

    def table(self) -> list[dict[str, str]]:
        """Read the protected file with a reader that shares nothing with the program's own."""
        with (self.release / "public/people_protected.csv").open(
            encoding="utf-8", newline=""
        ) as file:
            return list(csv.DictReader(file))

    def frame(self) -> pd.DataFrame:
        return pd.read_csv(self.release / "public/people_protected.csv")

    def log(self, half: str = "internal") -> Path:
        name = {"internal": "internal.json", "public": "audit.json"}[half]
        return self.release / half / f"people_protected.{name}"

    def document(self, half: str = "internal") -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.log(half).read_text(encoding="utf-8"))
        return document

    def page(self, half: str = "internal") -> str:
        report = self.release / half / "people_protected.report.html"
        return report.read_text(encoding="utf-8")

    def verify(self, half: str = "internal", *, with_input: bool = True) -> int:
        source = ["--input", self.folder / "people.csv"] if with_input else []
        return self.run("verify", self.log(half), *source)

    def check_replay(self) -> None:
        """Repeat the run from its internal log; each file must come out byte for byte."""
        source, again = self.folder / "people.csv", self.folder / "again"
        assert self.run("replay", self.log(), "--input", source, "--output", again) == 0, self.err
        for name in self.files():
            assert (again / name).read_bytes() == (self.release / name).read_bytes(), name

    def everything(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


@pytest.fixture(scope="session")
def program() -> Iterator[LoadedProgram]:
    """Return the loaded program, which runs commands in processes of their own."""
    with loaded_program() as loaded:
        yield loaded


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path)
    bench.people()
    bench.recipe()
    return bench


@pytest.fixture(scope="session")
def people_released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Protect the people once; return the release, which nobody changes, and what was printed."""
    people = Bench(tmp_path_factory.mktemp("people"))
    people.people()
    people.recipe()
    assert people.protect() in WRITTEN
    return people.release, people.out


@pytest.fixture
def released(bench: Bench, people_released: tuple[Path, str]) -> Bench:
    """A folder with the release of its people, which the test may change."""
    release, bench.out = people_released
    shutil.copytree(release, bench.release)
    return bench


ReadTable = Callable[[Path], list[dict[str, str]]]


@pytest.fixture
def read_table() -> ReadTable:
    """Return a reader that shares nothing with the program's own."""

    def read(path: Path) -> list[dict[str, str]]:
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    return read


@pytest.fixture
def private(bench: Bench) -> Bench:
    """A private run of one epsilon, not yet carried out."""
    bench.recipe(
        {"name": "dp-laplace", "epsilon": 1}, keep_order=False, attributes=PRIVATE_ATTRIBUTES
    )
    return bench
