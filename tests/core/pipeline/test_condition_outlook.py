"""What conditions mean before the run, beside counts in plain pandas."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from core.checklist.condition_outlook import ConditionOutlook, count_condition_outlook
from core.errors import Cancelled
from core.io import read
from core.jobs import Job
from core.pipeline import resolve
from core.recipe import open_project


def _outlook(path: Path, job: Job) -> ConditionOutlook | None:
    project = open_project(path).project
    dataset = read(project.source, Job())
    plan = resolve(project.recipe, project.schema, dataset, project.source)
    assert not plan.errors, plan.errors
    return count_condition_outlook(plan, dataset, job)


def _recipe(tmp_path: Path, table: pd.DataFrame, attributes: list[dict], **more: object) -> Path:
    table.to_csv(tmp_path / "file.csv", index=False)
    recipe = {
        "format": "statveil-recipe/2",
        "input": {"path": "file.csv", "kind": "csv"},
        "attributes": attributes,
        "method": {"name": "mdav", "k": 5},
        **more,
    }
    path = tmp_path / "recipe.json"
    path.write_text(json.dumps(recipe), encoding="utf-8")
    return path


def _amount(name: str, **more: object) -> dict:
    return {"name": name, "role": "quasi-identifier", "scale": "continuous", **more}


@pytest.fixture
def firms() -> pd.DataFrame:
    """Return 203 firms: 120 export, 80 do not, three do not and have no wages."""
    random = np.random.default_rng(4)
    table = pd.DataFrame(
        {
            "EXPORTS": random.lognormal(3, 1, 203).round(2),
            "WAGES": random.lognormal(5, 1, 203).round(2),
        }
    )
    table.loc[120:, "EXPORTS"] = 0
    table.loc[200:, "WAGES"] = 0
    return table


def test_patterns_are_listed_with_their_records_and_the_joined_first(
    tmp_path: Path, firms: pd.DataFrame
) -> None:
    attributes = [_amount("EXPORTS", zeros="keep"), _amount("WAGES", zeros="keep")]
    found = _outlook(_recipe(tmp_path, firms, attributes), Job())
    assert (found.patterns, found.joined, found.joined_records) == (3, 1, 3)
    assert [(one.columns, one.records, one.joined_in) for one in found.listed] == [
        (("EXPORTS", "WAGES"), 3, ("WAGES",)),
        ((), 120, ()),
        (("EXPORTS",), 80, ()),
    ]


def test_failing_groups_are_those_of_neighbouring_records(
    tmp_path: Path, firms: pd.DataFrame
) -> None:
    rule = {"columns": ["EXPORTS"], "rule": "p-percent", "p": 10}
    path = _recipe(tmp_path, firms, [_amount("EXPORTS"), _amount("WAGES")], dominance=rule)
    (found,) = _outlook(path, Job()).dominance
    score = sum((firms[name] - firms[name].mean()) / firms[name].std(ddof=0) for name in firms)
    ordered = firms["EXPORTS"].to_numpy()[np.argsort(score.to_numpy(), kind="stable")]
    groups = [ordered[5 * g : 5 * g + 5] for g in range(39)] + [ordered[195:]]
    failing = 0
    for group in groups:
        first, _, *rest = sorted(group, reverse=True)
        failing += sum(rest) < 0.1 * first
    assert failing > 0
    assert (found.column, found.groups, found.failing) == ("EXPORTS", 40, failing)


def test_units_are_counted_by_size(tmp_path: Path) -> None:
    sizes = [1 + h % 3 for h in range(30)]
    rows = [(h, 20 + (7 * h + m) % 50) for h, size in enumerate(sizes) for m in range(size)]
    attributes = [
        {"name": "HID", "role": "identifier"},
        {"name": "AGE", "role": "quasi-identifier", "scale": "integer"},
    ]
    table = pd.DataFrame(rows, columns=["HID", "AGE"])
    path = _recipe(tmp_path, table, attributes, unit={"id": "HID", "columns": []})
    found = _outlook(path, Job())
    assert found.units_by_size == ((1, 10), (2, 10), (3, 10))


def test_without_a_condition_there_is_nothing_to_say_and_counting_can_be_cancelled(
    tmp_path: Path, firms: pd.DataFrame
) -> None:
    attributes = [_amount("EXPORTS"), _amount("WAGES")]
    assert _outlook(_recipe(tmp_path, firms, attributes), Job()) is None
    attributes[0]["zeros"] = "keep"
    job = Job()
    job.cancel()
    with pytest.raises(Cancelled):
        _outlook(_recipe(tmp_path, firms, attributes), job)
