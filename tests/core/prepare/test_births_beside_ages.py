"""A date of birth beside the age that follows from it, in a file without the day of the survey."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from core.model import Attribute, Column, ColumnKind, Dataset, Fingerprint, Role, Scale, Schema
from core.model.preparing import Drop
from core.prepare.likely_steps import LikelyStep, find_likely_steps

EPOCH = date(1970, 1, 1)
PEOPLE = 400
QUASI = Role.QUASI_IDENTIFIER


def age_on(day: date, born: date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def births(seed: int) -> list[date]:
    chance = np.random.default_rng(seed)
    return [date(1930, 1, 1) + timedelta(int(days)) for days in chance.integers(0, 32_000, PEOPLE)]


def column(name: str, kind: ColumnKind, values: list[int], missing: list[bool]) -> Column:
    return Column(name, kind, np.array(values, dtype=np.int64), np.array(missing))


def suggested(
    born: list[date], ages: list[int], role: Role = QUASI, met: list[date] | None = None
) -> tuple[LikelyStep, ...]:
    gone, none = [at % 50 == 7 for at in range(len(born))], [False] * len(born)
    days = [0 if absent else (day - EPOCH).days for day, absent in zip(born, gone, strict=True)]
    columns = [
        column("GEBDAT", ColumnKind.DATE, days, gone),
        column("ALTER", ColumnKind.INTEGER, ages, none),
    ]
    if met is not None:
        columns.append(column("MET", ColumnKind.DATE, [(day - EPOCH).days for day in met], none))
    schema = Schema(
        (Attribute("GEBDAT", QUASI, Scale.DATE), Attribute("ALTER", role, Scale.INTEGER))
    )
    return find_likely_steps(Dataset(tuple(columns), Fingerprint("f.csv", 1, "0" * 64)), schema, 5)


@pytest.mark.parametrize("days_of_survey", [1, 120, 300])
def test_a_date_of_birth_beside_the_age_is_left_out(days_of_survey: int) -> None:
    born = births(days_of_survey)
    chance = np.random.default_rng(1)
    asked = [date(2024, 3, 1) + timedelta(int(d)) for d in chance.integers(0, days_of_survey, 400)]
    ages = [age_on(day, birth) for day, birth in zip(asked, born, strict=True)]
    (step,) = (s for s in suggested(born, ages) if s.step == Drop("GEBDAT"))
    assert step.reason == "suggest-birth-beside-age-alone"
    assert step.reason_params == {"age": "ALTER"}


def test_ages_of_others_say_nothing_of_a_date() -> None:
    ages = np.random.default_rng(5).integers(0, 90, PEOPLE).tolist()
    assert suggested(births(5), ages) == ()


@pytest.mark.parametrize(
    ("days_after_last_birth", "years", "reasons"),
    [(0, 15, ["suggest-age"]), (-1, 15, []), (0, 16, [])],
)
def test_a_day_of_survey_is_after_all_births_and_within_some_years(
    days_after_last_birth: int, years: int, reasons: list[str]
) -> None:
    born = births(5)
    ages = np.random.default_rng(5).integers(0, 90, PEOPLE).tolist()
    last_birth = max(day for at, day in enumerate(born) if at % 50 != 7)
    met = [last_birth + timedelta(days_after_last_birth)] * PEOPLE
    met[0] += timedelta(365 * years)
    assert [step.reason for step in suggested(born, ages, met=met)] == reasons


def test_an_age_that_nobody_knows_does_not_replace_the_date_of_birth() -> None:
    born = births(6)
    ages = [age_on(date(2024, 3, 1), day) for day in born]
    assert suggested(born, ages, Role.OTHER) == ()
