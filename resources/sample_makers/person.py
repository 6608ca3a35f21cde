"""Who the respondents of the household survey are: age, schooling, household and work."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from resources.sample_makers.chance import Chance

REGIONS = ("Coast", "Lakes", "Capital", "Plain", "Hills", "Islands")
REGION_SHARES = (0.21, 0.14, 0.30, 0.19, 0.12, 0.04)
EDUCATION = ("none", "primary", "lower secondary", "upper secondary", "bachelor", "master")
SHARES_OF_THE_OLD = (0.06, 0.24, 0.30, 0.26, 0.09, 0.05)
SHARES_OF_THE_YOUNG = (0.01, 0.03, 0.14, 0.42, 0.24, 0.16)


@dataclass(frozen=True, slots=True)
class Person:
    """What the other answers follow from."""

    age: int
    schooling: int
    region: int
    household: int
    hours: int


def days_lived(chance: Chance) -> int:
    """Return the days from birth to the interview, of an adult."""
    low, high = chance.choose(((18, 35), (35, 60), (60, 75), (75, 97)), (0.27, 0.41, 0.21, 0.11))
    # Two draws, the smaller in the oldest band: few people reach its upper end.
    years = chance.uniform(low, high)
    years = min(years, chance.uniform(low, high)) if low == 75 else years
    return int(years * 365.25) + 1


def age_on(birth: date, day: date) -> int:
    """Return the age in completed years on the given day."""
    had_birthday = (day.month, day.day) >= (birth.month, birth.day)
    return day.year - birth.year - (0 if had_birthday else 1)


def invent(chance: Chance, age: int) -> Person:
    """Return the other things that the answers follow from."""
    shares = SHARES_OF_THE_OLD if age >= 60 else SHARES_OF_THE_YOUNG
    schooling = chance.choose(range(len(EDUCATION)), shares)
    if age < 22:  # Too young for a degree.
        schooling = min(schooling, 3)
    return Person(
        age=age,
        schooling=schooling,
        region=chance.choose(range(len(REGIONS)), REGION_SHARES),
        household=_household(chance, age),
        hours=_hours(chance, age),
    )


def _household(chance: Chance, age: int) -> int:
    if age >= 70:
        return chance.choose((1, 2, 3), (0.44, 0.49, 0.07))
    return chance.choose((1, 2, 3, 4, 5, 6, 7), (0.26, 0.30, 0.18, 0.17, 0.06, 0.02, 0.01))


def _hours(chance: Chance, age: int) -> int:
    """Return the hours worked a week: 0 without work, else heaped on what contracts say."""
    works = 0.03 if age >= 67 else 0.55 if age >= 60 else 0.5 if age < 23 else 0.84
    if not chance.happens(works):
        return 0
    if chance.happens(0.62):
        return chance.choose((20, 30, 35, 37, 38, 40, 45, 50), (7, 8, 14, 8, 14, 38, 7, 4))
    return chance.whole(6, 60)
