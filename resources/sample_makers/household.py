"""Persons of a made-up country: one adult of each household, with the gaps real answers have."""

from __future__ import annotations

import math
from datetime import date, timedelta

from resources.sample_makers import names
from resources.sample_makers.chance import Chance
from resources.sample_makers.person import EDUCATION, REGIONS, Person, age_on, days_lived, invent

SEED = 20_262
RECORDS = 5_000
HEADER = (
    "PERSON_ID",
    "NAME",
    "BIRTH_DATE",
    "INTERVIEW_DATE",
    "REGION",
    "SEX",
    "EDUCATION",
    "HOUSEHOLD_SIZE",
    "AGE",
    "HOURS",
    "INCOME",
    "RENT",
    "WEIGHT",
    "ASKED",
)
FIELDWORK_BEGINS = date(2025, 3, 3)
FIELDWORK_DAYS = 84

DEARNESS = (1.05, 0.92, 1.32, 0.84, 0.88, 0.97)

PAY_OF_EDUCATION = (-0.35, -0.20, -0.08, 0.0, 0.27, 0.45)

ASKED = ("in person", "by telephone", "on the web")
ASKED_SHARES = (0.46, 0.24, 0.30)


def rows() -> list[tuple[str, ...]]:
    """Return the records as they stand in the file, without the header."""
    chance = Chance(SEED)
    return [_respondent(chance, number) for number in range(1, RECORDS + 1)]


def _respondent(chance: Chance, number: int) -> tuple[str, ...]:
    interview = FIELDWORK_BEGINS + timedelta(days=chance.whole(0, FIELDWORK_DAYS - 1))
    birth = interview - timedelta(days=days_lived(chance))
    sex = chance.choose(("female", "male"), (0.515, 0.485))
    person = invent(chance, age_on(birth, interview))
    income = _income(chance, person)
    return (
        _identity_number(number),
        names.invent(chance, sex),
        birth.isoformat(),
        interview.isoformat(),
        REGIONS[person.region],
        sex,
        _or_gap(chance, EDUCATION[person.schooling], 0.012, "n/a"),
        str(person.household),
        str(person.age),
        _or_gap(chance, str(person.hours), 0.025, "-9"),
        _decimal_comma(income),
        _rent(chance, person, income),
        str(_weight(chance, person)),
        chance.choose(ASKED, ASKED_SHARES),
    )


def _identity_number(number: int) -> str:
    """Return an invented number; the multiplier spreads them without a repetition."""
    digits = number * 7_654_321 % 99_999_989
    return f"{digits:08d}{'ABCDEFGHJKLMNPQRSTVWXYZ'[digits % 23]}"


def _income(chance: Chance, person: Person) -> float:
    """Return a year's net income: pay or pension, a heavy tail, and rounded answers."""
    pay = 18_500.0 * (person.hours / 38.0) ** 0.85 if person.hours else 0.0
    seniority = 1.0 + 0.012 * min(max(person.age - 22, 0), 33)
    benefit = 14_500.0 if person.age >= 65 else 6_800.0
    base = (pay * seniority if person.hours else benefit) * DEARNESS[person.region] ** 0.4
    spread = chance.normal(PAY_OF_EDUCATION[person.schooling], 0.34)
    income = base * math.exp(spread)
    if chance.happens(0.012):
        income += chance.pareto(45_000.0, 1.9)
    return _heaped(chance, max(income, 900.0))


def _heaped(chance: Chance, amount: float) -> float:
    """Return the amount as people tell it: many round it, the larger it is the more."""
    step = chance.choose((0.01, 100.0, 500.0, 1_000.0), (0.42, 0.28, 0.16, 0.14))
    return round(amount / step) * step


def _rent(chance: Chance, person: Person, income: float) -> str:
    """Return the monthly rent; owners pay 0, some do not say and their answers differ."""
    if chance.happens(0.045):
        return chance.choose(("", "refused", "n/a"), (0.6, 0.28, 0.12))
    if chance.happens(0.30 if person.age < 40 else 0.62):
        return _decimal_comma(0.0)
    size = 0.72 + 0.16 * person.household
    means = min((income / 24_000.0) ** 0.35, 2.2)
    rent = 520.0 * size * means * DEARNESS[person.region] * chance.log_normal(1.0, 0.22)
    step = chance.choose((5.0, 10.0, 50.0), (0.4, 0.35, 0.25))
    return _decimal_comma(round(rent / step) * step)


def _weight(chance: Chance, person: Person) -> int:
    """Return how many adults the respondent stands for; larger households were drawn less.

    The adjustment for persons who did not answer differs so much that the weight hardly reveals
    the size of the household, and it is rounded, so that many persons share each weight.
    """
    weight = 1_000.0 * (0.98 + 0.01 * person.household) * chance.uniform(0.8, 1.25)
    return round(weight)


def _or_gap(chance: Chance, answer: str, probability: float, gap: str) -> str:
    return gap if chance.happens(probability) else answer


def _decimal_comma(amount: float) -> str:
    return f"{amount:.2f}".replace(".", ",")
