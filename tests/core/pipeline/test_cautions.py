"""Questions on how useful a release is, which must be answered before it is called ready."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.checklist.answers import questions_of
from core.checklist.row_registry import ROWS
from core.model import Result
from tests.core.pipeline.surveying import USUAL, project_of, run_of, survey_of


def _by_code(result: Result) -> dict[str, list[str | None]]:
    found: dict[str, list[str | None]] = {}
    for caution in questions_of(result):
        found.setdefault(caution.row, []).append(caution.column)
    return found


def test_little_loss_is_nothing_to_confirm(tmp_path: Path) -> None:
    ages = [str(20 + i // 3) for i in range(60)]
    columns = {"AGE": ages, "HOURS": ages, "PAY": [str(i * 7 % 20) for i in range(60)]}
    result, _ = run_of(project_of(tmp_path, columns, 3, profile=USUAL))
    assert [c.row for c in questions_of(result) if ROWS[c.row].number == "F1"] == []


def test_records_left_out_and_weights_that_no_longer_add_up(tmp_path: Path) -> None:
    survey = survey_of(gone=6)
    result, _ = run_of(project_of(tmp_path, survey, 3))
    found = {c.row: c for c in questions_of(result)}
    assert found["many-left-out"].params == {"count": 6, "rows": 60, "share": 10.0}
    weights = [float(v) for v in survey["WEIGHT"]]
    said = found["weight-total"]
    assert said.column == "WEIGHT"
    assert said.params["before"] == round(sum(weights))
    assert said.params["after"] == round(sum(weights[6:]))


@pytest.mark.parametrize("gone", [0, 3])
def test_a_twentieth_left_out_is_no_caution(tmp_path: Path, gone: int) -> None:
    result, _ = run_of(project_of(tmp_path, survey_of(gone=gone), 3))
    assert "many-left-out" not in _by_code(result)


@pytest.mark.parametrize("gone", [0, 3, 4])
def test_values_that_were_filled_in_are_a_caution_and_totals_count_them(
    tmp_path: Path, gone: int
) -> None:
    survey = survey_of(gone=gone)
    result, _ = run_of(project_of(tmp_path, survey, 7, missing="use-observed"))
    wanted = {"count": 4, "rows": 60, "share": 6.7}
    found = [dict(c.params) for c in questions_of(result) if c.row == "values-filled"]
    assert found == ([wanted] if gone == 4 else [])
    observed = sum(float(age) for age in survey["AGE"] if age)
    assert (sum(result.columns[0].values) > observed + 20) == (gone > 0)


SIZES = {"young": (0, 34), "middle": (35, 54), "older": (55, 99)}


def size_of(age: int) -> str:
    return next(name for name, (low, high) in SIZES.items() if low <= age <= high)


def contradicted(survey: dict[str, list[str]], result: Result) -> int:
    """Count the records with an age that some record of another class had, or one beyond it."""
    ages = {name: [] for name in SIZES}
    for age, size in zip(survey["AGE"], survey["SIZE"], strict=True):
        ages[size].append(int(age))
    after = {column.name: column for column in result.columns}
    sizes = [after["SIZE"].categories[at] for at in after["SIZE"].values]
    names = list(SIZES)
    count = 0
    for age, size in zip(after["AGE"].values, sizes, strict=True):
        at = names.index(size)
        below = at > 0 and age <= max(ages[names[at - 1]])
        count += below or (at + 1 < len(names) and age >= min(ages[names[at + 1]]))
    return count


def test_a_class_that_contradicts_its_number_is_counted(tmp_path: Path) -> None:
    survey = survey_of()
    survey["SIZE"] = [size_of(int(age)) for age in survey["AGE"]]
    result, _ = run_of(project_of(tmp_path, survey, 10))
    wrong = contradicted(survey, result)
    assert wrong > 0
    (caution,) = [c for c in questions_of(result) if c.row == "class-moved"]
    assert caution.column == "SIZE"
    assert caution.params == {"number": "AGE", "count": wrong, "rows": 60}

    result, _ = run_of(project_of(tmp_path, survey, 10, strata=["SIZE"]))
    assert contradicted(survey, result) == 0
    assert "class-moved" not in _by_code(result)


def test_two_published_classes_contradict_their_number_too(tmp_path: Path) -> None:
    survey = survey_of()
    survey["GROUP"] = ["older" if int(age) > 54 else "young" for age in survey["AGE"]]
    result, _ = run_of(project_of(tmp_path, survey, 10))
    (caution,) = [c for c in questions_of(result) if c.row == "class-moved"]
    assert (caution.column, caution.params["number"]) == ("GROUP", "AGE")


def test_a_number_of_many_values_without_a_scale_is_no_class(tmp_path: Path) -> None:
    survey = survey_of()
    survey["GROUP"] = survey["AGE"]
    assert len(set(survey["AGE"])) < 50
    result, _ = run_of(project_of(tmp_path, survey, 10))
    assert "class-moved" in _by_code(result)
    survey["GROUP"] = [str(float(age) + at / 100) for at, age in enumerate(survey["AGE"])]
    result, _ = run_of(project_of(tmp_path, survey, 10))
    assert "class-moved" not in _by_code(result)


@pytest.mark.parametrize("change", ["overlapping", "two classes"])
def test_categories_that_do_not_follow_from_a_number_are_no_classes(
    tmp_path: Path, change: str
) -> None:
    survey = survey_of()
    sizes = [size_of(int(age)) for age in survey["AGE"]]
    if change == "overlapping":
        youngest = min(range(60), key=lambda i: int(survey["AGE"][i]))
        sizes[youngest] = "older"
    else:
        oldest = sorted(map(int, survey["AGE"]), reverse=True)[4]
        sizes = ["older" if int(age) > oldest else "young" for age in survey["AGE"]]
        assert 0 < sizes.count("older") < 5
    survey["SIZE"] = sizes
    result, _ = run_of(project_of(tmp_path, survey, 10))
    assert "class-moved" not in _by_code(result)
