"""Damaged recipes: no defect, no hang, nothing left behind, and no promise that is not kept."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.robustness.fuzzing import Fuzzer
from tests.robustness.hostile.base_recipes import base_recipes
from tests.robustness.hostile.cell_search import leaked_cells
from tests.robustness.hostile.people_file import people, write_inputs
from tests.robustness.hostile.promises import broken_promises
from tests.robustness.hostile.recipe_damage import damaged_recipe
from tests.robustness.hostile.running import Ran
from tests.robustness.hostile.sentences import sentence_faults
from tests.robustness.hostile.watched import Watched
from tests.statuses import WRITTEN

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="time and memory of a case are watched with POSIX means"
)

STATUSES = (*WRITTEN, 2, 3, 4)


class Bench:
    """A folder with inputs, and a process that carries out the recipes put into it."""

    def __init__(self, folder: Path, process: Watched) -> None:
        self.folder, self.release, self._process = folder, folder / "out", process
        self.recipe = folder / "recipe.json"
        write_inputs(folder)
        self._before = self._state()

    def run(self, content: bytes, *more: str) -> list[Ran]:
        shutil.rmtree(self.release, ignore_errors=True)
        self.recipe.write_bytes(content)
        given = self._process.run("protect_and_verify", str(self.recipe), str(self.release), more)
        connected = [name for name in given.touched if name.startswith("connected")]
        assert connected == []
        return given.value

    def told(self) -> str:
        return self._process.told()

    def check(self, content: bytes, runs: list[Ran]) -> None:
        """Hold what a run said and left behind against what the command line promises."""
        status = runs[0]["status"]
        assert status in STATUSES, f"{runs[0]}"
        self._check_words(content, runs)
        left = self._state() ^ self._before
        assert not left, f"beside the release: {left}"
        if status not in WRITTEN:
            assert not self.release.exists()
            return
        unlike = [run for run in runs[1:] if run["status"] != 0]
        assert not unlike, f"not verified: {unlike}"
        faults = broken_promises(json.loads(content.decode("utf-8-sig")), self.release)
        assert not faults, f"promises: {faults}"

    def _check_words(self, content: bytes, runs: list[Ran]) -> None:
        recipe = content.decode("utf-8", "replace")
        cells = [cell for run in runs for cell in leaked_cells(run, recipe)]
        assert not cells, f"cells: {cells}"
        faults = [fault for run in runs for fault in sentence_faults(run)]
        assert not faults, f"sentences: {faults}"

    def _state(self) -> set[tuple[str, int, int]]:
        found = set()
        for path in self.folder.iterdir():
            if path not in (self.release, self.recipe):
                state = path.lstat()
                found.add((path.name, state.st_size, state.st_mtime_ns))
        return found


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, commands: Watched) -> Bench:
    return Bench(tmp_path_factory.mktemp("recipes"), commands)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.longer] if at % 8 else [])
        for at, name in enumerate(base_recipes())
    ],
)
def test_each_base_is_carried_out(bench: Bench, name: str) -> None:
    """A damaged recipe shows little unless the whole one runs."""
    content = json.dumps(base_recipes()[name]).encode()
    runs = bench.run(content, *["--json"] * ("figures" in base_recipes()[name]))
    assert runs[0]["status"] in WRITTEN
    assert len(runs) >= 3
    bench.check(content, runs)


def test_a_promise_that_is_not_kept_is_found(bench: Bench) -> None:
    """Else the recount would find every release right."""
    recipe = base_recipes()["t-first"]
    assert bench.run(json.dumps(recipe).encode())[0]["status"] in WRITTEN
    assert broken_promises(recipe, bench.release) == []
    (table,) = bench.release.rglob("released.csv")
    head, first, *rest = table.read_text("utf-8").splitlines()
    alone = ",".join(["999", *first.split(",")[1:]])
    table.write_text("\n".join([head, alone, *rest]) + "\n", "utf-8")

    faults = broken_promises(recipe, bench.release)
    assert any(fault.startswith("k is 1 over") for fault in faults)
    assert any(fault.startswith("t of INCOME") for fault in faults)
    assert head.startswith("AGE,")


HOURS = sorted((person["HOURS"] for person in people()), key=float)


@pytest.mark.parametrize(
    ("what", "of", "category", "number", "leaks"),
    [
        ("quantile", "HOURS", {}, HOURS[24], []),
        ("quantile", "HOURS", {}, HOURS[1], [HOURS[1]]),
        ("quantile", "HOURS", {}, HOURS[-1], [HOURS[-1]]),
        ("mean", "HOURS", {}, HOURS[24], [HOURS[24]]),
        ("share", "EDU", {"EDU": "zqhigh"}, "0.4", []),
        ("share", "PERSON", {"PERSON": "zqperson7"}, "0.4", ["zqperson7"]),
    ],
)
def test_a_figure_may_list_what_many_records_bear_out(
    what: str, of: str, category: dict[str, str], number: str, leaks: list[str]
) -> None:
    """Else whatever stands among figures would be no fault, or all of it."""
    estimate = {"value": float(number), "low": None, "high": None}
    value = {"by": {}, "of": category, "original": estimate, "released": None}
    summary = {"figures": [{"figure": {"what": what, "of": of}, "values": [value]}]}
    run = {"status": 0, "out": json.dumps(summary), "err": ""}
    assert leaked_cells(run, '{"method": {"k": 3}}') == leaks


@pytest.mark.timeout(0)
def test_no_recipe_ends_in_a_defect(bench: Bench, fuzzer: Fuzzer) -> None:
    for case in fuzzer.cases(15):
        name, content = damaged_recipe(case.random)
        try:
            runs = bench.run(content, *["--json"] * (case.number % 10 == 0))
            bench.check(content, runs)
            fuzzer.count(str(runs[0]["status"]))
        except Exception as error:
            fuzzer.keep(case, error, {"recipe.json": content, "base": name.encode()})
    fuzzer.note(bench.told())
    fuzzer.check()
