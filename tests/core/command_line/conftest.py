"""Recipes and files for the command line's tests."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

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
    capture: pytest.CaptureFixture[str] | None = None
    out: str = ""
    err: str = ""
    extra: dict[str, object] = field(default_factory=dict)

    @property
    def release(self) -> Path:
        return self.folder / "release"

    def files(self, folder: Path | None = None) -> list[str]:
        """Return the paths of a release's files, such as ``public/x.csv``."""
        place = folder or self.release
        return sorted(p.relative_to(place).as_posix() for p in place.rglob("*") if p.is_file())

    def people(self, rows: Sequence[Sequence[str]] = PEOPLE) -> Path:
        path = self.folder / "people.csv"
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
        status = main([str(argument) for argument in arguments])
        assert self.capture is not None
        self.out, self.err = self.capture.readouterr()
        return status

    def protect(self, *more: object) -> int:
        return self.run("protect", self.folder / "recipe.json", "--output", self.release, *more)

    def table(self) -> list[dict[str, str]]:
        """Read the protected file with a reader that shares nothing with the program's own."""
        with (self.release / "public/people_protected.csv").open(
            encoding="utf-8", newline=""
        ) as file:
            return list(csv.DictReader(file))

    def everything(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


@pytest.fixture(scope="session")
def program() -> Iterator[LoadedProgram]:
    """Return the loaded program, which runs commands in processes of their own."""
    with loaded_program() as loaded:
        yield loaded


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    made = Bench(tmp_path, capsys)
    made.people()
    made.recipe()
    return made


@pytest.fixture(scope="session")
def people_released(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Protect the people once; return the release, which nobody changes, and what was printed."""
    people = Bench(tmp_path_factory.mktemp("people"))
    people.people()
    recipe = people.recipe()
    with redirect_stdout(StringIO()) as out:
        assert main(["protect", str(recipe), "--output", str(people.release)]) in WRITTEN
    return people.release, out.getvalue()


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
