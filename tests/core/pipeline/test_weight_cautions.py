"""Survey weights that no longer add up, or give away a stratum: in the office and in public."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from core.checklist.beforehand import weights_beforehand
from core.command_line import main
from core.jobs import Job
from core.pipeline import resolve
from core.pipeline.prepared_input import read_input
from core.recipe import open_project
from core.verify import verify
from tests.log_words import answers_to, questions_in, row_words
from tests.statuses import READY, WRITTEN

Rows = list[dict[str, str]]
_STATED = re.compile(r"add up to about (\d+) % (less|more)")
OFF = "The weights of the released records do not add up to those of the original"


def persons(weights: list[float], gone: int = 0, in_homes: bool = False) -> Rows:
    """Make persons of whom the first lack an age, so that they are left out."""
    chance = random.Random(2)
    return [
        {
            "AGE": "" if at < gone else str(chance.randint(18, 80)),
            "REGION": chance.choice("abcd"),
            "HOME": str(at // 10 if in_homes else at),
            "WEIGHT": f"{weight:g}",
        }
        for at, weight in enumerate(weights)
    ]


class Released:
    """A release in which every caution on the weight is accepted."""

    def __init__(self, folder: Path, rows: Rows, **more: Any) -> None:
        self.folder = folder
        lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
        (folder / "in.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        recipe = {
            "format": "statveil-recipe/2",
            "input": {"path": "in.csv", "kind": "csv"},
            "attributes": [
                {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
                {"name": "REGION", "role": "drop"},
                {"name": "HOME", "role": "identifier"},
                {"name": "WEIGHT", "role": "other"},
            ],
            "weight": "WEIGHT",
            "unit": "record",
            "missing": {"policy": "leave-out", "accept": 1.0},
            "method": {"name": "mdav", "k": 3},
            "output": {"kind": "csv", "name": "out"},
            **more,
        }
        self.recipe = folder / "in.recipe.json"
        internal = folder / "release/internal/out.internal.json"
        command = ["protect", str(self.recipe), "--output", str(folder / "release"), "--overwrite"]
        self.recipe.write_text(json.dumps(recipe), encoding="utf-8")
        assert main(command) in WRITTEN
        recipe["answers"] = answers_to(json.loads(internal.read_text(encoding="utf-8")))
        self.recipe.write_text(json.dumps(recipe), encoding="utf-8")
        assert main(command) == READY
        page = (folder / "release/public/out.report.html").read_text(encoding="utf-8")
        self.page = page.replace("\u00a0", " ")
        log = (folder / "release/public/out.audit.json").read_text(encoding="utf-8")
        self.said = [row_words(c, is_public=True) for c in json.loads(log)["checklist"]]
        questions = questions_in(json.loads(internal.read_text(encoding="utf-8")))
        self.codes = [row["row"] for row in questions if row["column"] == "WEIGHT"]

    @property
    def stated(self) -> int | None:
        """The change that the report states, in per cent."""
        found = _STATED.search(self.page)
        if found is None:
            return None
        return int(found[1]) * (-1 if found[2] == "less" else 1)

    def is_verified(self) -> bool:
        logs = ("public/out.audit.json", "internal/out.internal.json")
        found = [
            verify(self.folder / "release" / log, self.folder / "in.csv", Job()) for log in logs
        ]
        return all(check.faults == () for check in found)


def test_the_report_states_by_how_much_weights_fall_short(tmp_path: Path) -> None:
    weights = [float(50 + at % 40) for at in range(100)]
    made = Released(tmp_path, persons(weights, gone=14))
    lost = sum(weights[:14]) / sum(weights)
    assert made.stated == -round(100 * lost)
    said = (
        f"Column WEIGHT: The weights of the released records add up to about {round(100 * lost)} % "
        "less than those of the original; calibrate them before use."
    )
    assert said in made.said
    assert f"{sum(weights):,.0f}" not in made.page
    assert made.is_verified()


def test_less_than_half_a_per_cent_is_called_less_than_one(tmp_path: Path) -> None:
    weights = [float(50 + at % 40) for at in range(400)]
    made = Released(tmp_path, persons(weights, gone=1))
    assert "differs from that of the original by less than 1 %" in made.page
    assert made.is_verified()


def test_top_coded_weights_are_compared_with_those_that_were_read(tmp_path: Path) -> None:
    weights = [float(50 + at % 40) for at in range(100)]
    steps = [{"do": "top-code", "column": "WEIGHT", "above": 60}]
    made = Released(tmp_path, persons(weights), prepare=steps)
    assert made.stated == round(100 * (sum(min(w, 60) for w in weights) / sum(weights) - 1))
    assert made.is_verified()


@pytest.mark.parametrize("gone", [1, pytest.param(2, marks=pytest.mark.longer), 14])
@pytest.mark.parametrize(
    "share", [0.045, 0.055, *(pytest.param(s, marks=pytest.mark.longer) for s in (0.02, 0.2, 0.6))]
)
def test_no_weight_follows_to_a_tenth_from_the_figure(
    tmp_path: Path, share: float, gone: int
) -> None:
    """Somebody knows all other weights and looks for that of the first person, who is left out."""
    others = [float(50 + at % 40) for at in range(99)]
    heavy = float(f"{share / (1 - share) * sum(others):.1f}")
    made = Released(tmp_path, persons([heavy, *others], gone=gone))
    assert made.codes.count("weight-total") == 1
    if made.stated is None:
        assert OFF in made.page
        assert share > 0.045, "a rule that states nothing would pass"
        return
    released = sum(others[gone - 1 :])
    possible = [
        tried * heavy / 1000
        for tried in range(1, 4000)
        if round(100 * (released / (tried * heavy / 1000 + sum(others)) - 1)) == made.stated
    ]
    assert max(possible) - min(possible) >= 0.19 * heavy


def test_the_weights_of_a_unit_count_together(tmp_path: Path) -> None:
    weights = [float(50 + at % 40) for at in range(100)]
    unit = {"id": "HOME", "columns": [], "protect": "member"}
    made = Released(tmp_path, persons(weights, gone=14, in_homes=True), unit=unit)
    assert "weight-total" in made.codes
    assert made.stated is None
    assert OFF in made.page


def test_rounding_a_weight_makes_it_no_weight_of_strata(tmp_path: Path) -> None:
    weights = [round(random.Random(at).uniform(100, 900), 2) for at in range(400)]
    steps = [{"do": "round", "column": "WEIGHT", "to": 100}]
    made = Released(tmp_path, persons(weights), prepare=steps)
    assert "weight-few-values" not in made.codes


def test_weights_of_strata_stay_so_when_they_are_rounded(tmp_path: Path) -> None:
    weights = [(110.2, 220.4, 330.6, 440.8)[at % 4] for at in range(400)]
    steps = [{"do": "round", "column": "WEIGHT", "to": 10}]
    made = Released(tmp_path, persons(weights), prepare=steps)
    assert "weight-few-values" in made.codes


@pytest.mark.parametrize(
    ("weights", "steps"),
    [
        ([(110.2, 220.4, 330.6, 440.8)[at % 4] for at in range(400)], []),
        ([float(100 + at * 37 % 400) for at in range(400)], []),
        (
            [float(100 + at * 37 % 400) for at in range(400)],
            [{"do": "round", "column": "WEIGHT", "to": 50}],
        ),
    ],
    ids=["strata", "different", "rounded"],
)
def test_what_the_run_asks_of_the_weight_is_known_before(
    tmp_path: Path, weights: list[float], steps: list[dict[str, Any]]
) -> None:
    made = Released(tmp_path, persons(weights, gone=30), prepare=steps)
    project, dataset = read_input(open_project(made.recipe).project, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    before = [count.row for count in weights_beforehand(plan, dataset, Job())]
    assert sorted(before) == sorted(made.codes)
    assert "weight-total" in before
