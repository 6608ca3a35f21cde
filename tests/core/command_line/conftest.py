"""Recipes and files for the command line's tests."""

from __future__ import annotations

import csv
import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.command_line import main
from tests.attributes import describe
from tests.core.command_line.loaded_program import LoadedProgram, loaded_program
from tests.robustness.hostile.sealing import log_bytes, resealed
from tests.statuses import WRITTEN

PEOPLE = [
    ["NAME", "AGE", "HOURS", "INCOME", "NOTE"],
    *(
        [f"P{i:02}", str(20 + (i * 7) % 45), str(10 + (i * 5) % 31), f"{i * 13 % 37}.5", "ok"]
        for i in range(40)
    ),
]
ATTRIBUTES = describe(
    "NAME identifier, AGE quasi integer, HOURS quasi continuous, "
    "INCOME confidential continuous, NOTE other"
)
PRIVATE_ATTRIBUTES = describe(
    "NAME identifier, AGE quasi integer, HOURS quasi continuous, INCOME identifier, "
    "NOTE identifier",
    AGE={"domain": [0, 120]},
    HOURS={"domain": [0, 80]},
)


@dataclass
class Bench:
    """A folder with an input and a recipe, and what the command line said last."""

    folder: Path
    out: str = ""
    err: str = ""
    stem: str = "people_protected"

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
        self.stem = document["output"]["name"]
        return path

    def run(self, *arguments: object) -> int:
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
            status = main([str(argument) for argument in arguments])
        self.out, self.err = out.getvalue(), err.getvalue()
        return status

    def protect(self, *more: object) -> int:
        return self.run("protect", self.folder / "recipe.json", "--output", self.release, *more)

    def release_as(self, method: object = None, *options: object, **changes: object) -> None:
        """Write a recipe and protect by it: a release must be written."""
        self.recipe(method, **changes)
        assert self.protect(*options) in WRITTEN, self.err

    def sentence(self) -> str:
        """Return the one sentence that was said of an error."""
        assert "Traceback" not in self.err, self.err
        assert len(self.err.strip().splitlines()) == 1, self.err
        return self.err

    def check_refused(self, *sentence_parts: str, status: int = 2) -> None:
        """Protect: it must be refused in one sentence with these parts, and leave nothing."""
        before = self.everything()
        assert self.protect() == status, self.out + self.err
        # Each promise that is broken (3) has a sentence of its own.
        said = self.err if status == 3 else self.sentence()
        for part in sentence_parts:
            assert part in said, said
        assert self.everything() == before

    def table(self) -> list[dict[str, str]]:
        """Read the protected file with a reader that shares nothing with the program's own."""
        return read_rows(self.release / f"public/{self.stem}.csv")

    def frame(self) -> pd.DataFrame:
        return pd.read_csv(self.release / f"public/{self.stem}.csv")

    def log(self, half: str = "internal") -> Path:
        name = {"internal": "internal.json", "public": "audit.json"}[half]
        return self.release / half / f"{self.stem}.{name}"

    def document(self, half: str = "internal") -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.log(half).read_text(encoding="utf-8"))
        return document

    def step(self, name: str, half: str = "internal") -> dict[str, Any]:
        """Read what the log states of a step of the run."""
        (entry,) = (entry for entry in self.document(half)["steps"] if entry["name"] == name)
        return dict(entry["counts"])

    def conditions(self, name: str, half: str = "internal") -> list[dict[str, Any]]:
        """List what the log states of a condition on the groups."""
        entries = self.document(half)["verification"].get("conditions", [])
        return [entry for entry in entries if entry["condition"] == name]

    def page(self, half: str = "internal") -> str:
        return (self.release / half / f"{self.stem}.report.html").read_text(encoding="utf-8")

    def verify(self, half: str = "internal", *, with_input: bool = True) -> int:
        source = ["--input", self.folder / "people.csv"] if with_input else []
        return self.run("verify", self.log(half), *source)

    def reseal(self, document: dict[str, Any], half: str = "internal") -> None:
        """Write a changed log as somebody would who knows how logs are sealed."""
        self.log(half).write_bytes(log_bytes(resealed(document)))

    def verify_forged(
        self, forge: Callable[[Any], object], half: str = "public", *, with_input: bool = False
    ) -> int:
        """Verify with a log that was changed and sealed again, and put the genuine one back."""
        genuine, document = self.log(half).read_bytes(), self.document(half)
        forge(document)
        try:
            self.reseal(document, half)
            return self.verify(half, with_input=with_input)
        finally:
            self.log(half).write_bytes(genuine)

    def replay(self, half: str = "internal", *options: object) -> int:
        """Repeat the run from a log into the folder ``again``."""
        given = "--input", self.folder / "people.csv", "--output", self.folder / "again"
        return self.run("replay", self.log(half), *given, *options)

    def check_replay(self) -> None:
        """Repeat the run from its internal log; each file must come out byte for byte."""
        again = self.folder / "again"
        assert self.replay() == 0, self.err
        for name in self.files():
            assert (again / name).read_bytes() == (self.release / name).read_bytes(), name

    def everything(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


def read_rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Read a file of texts with a reader that shares nothing with the program's own."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def group_lines(
    rows: Sequence[Mapping[str, str]], names: Sequence[str]
) -> dict[tuple[str, ...], list[int]]:
    """List the places of the rows that are equal in some columns, by what they have there."""
    groups = defaultdict(list)
    for place, row in enumerate(rows):
        groups[tuple(row[name] for name in names)].append(place)
    return groups


@contextmanager
def office(folder: Path, settings: str = "") -> Iterator[None]:
    """Have an office with these settings, and a register of releases in the folder."""
    (folder / "office.toml").write_text(settings, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STATVEIL_OFFICE_SETTINGS", str(folder / "office.toml"))
        patch.setenv("STATVEIL_REGISTER", str(folder / "register"))
        yield


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
    people.release_as()
    return people.release, people.out


@pytest.fixture
def released(bench: Bench, people_released: tuple[Path, str]) -> Bench:
    """A folder with the release of its people, which the test may change."""
    release, bench.out = people_released
    shutil.copytree(release, bench.release)
    return bench


@pytest.fixture
def private(bench: Bench) -> Bench:
    """A private run of one epsilon, not yet carried out."""
    method = {"name": "dp-laplace", "epsilon": 1}
    bench.recipe(method, keep_order=False, attributes=PRIVATE_ATTRIBUTES)
    return bench
