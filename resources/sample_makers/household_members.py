"""All members of the households of a made-up country: who lives together, works and earns what."""

from __future__ import annotations

import math
from dataclasses import dataclass

from resources.sample_makers import families
from resources.sample_makers.chance import Chance
from resources.sample_makers.families import Member
from resources.sample_makers.person import EDUCATION, REGION_SHARES, REGIONS

SEED = 20_263
HOUSEHOLDS = 2_500
HEADER = (
    "HOUSEHOLD_ID",
    "PERSON_NO",
    "RELATION",
    "SEX",
    "AGE",
    "MARITAL_STATUS",
    "EDUCATION",
    "SCHOOL_GRADE",
    "ACTIVITY",
    "HOURS",
    "EARNINGS",
    "BENEFITS",
    "INCOME",
    "HOUSEHOLD_SIZE",
    "HOUSEHOLD_INCOME",
    "TENURE",
    "RENT",
    "REGION",
    "WEIGHT",
)
ACTIVITIES = ("employed", "unemployed", "student", "retired", "at home")
EMPLOYED, UNEMPLOYED, STUDENT, RETIRED, AT_HOME = ACTIVITIES
TENURES = ("owner", "tenant", "rent-free")
OWNER, TENANT, RENT_FREE = TENURES
# Ages, in years, of whom grade and activity are asked.
SCHOOL_AGES = range(6, 18)
YOUNGEST_ASKED = 15
HIGHEST_GRADE = 12

_DEARNESS = (1.05, 0.92, 1.32, 0.84, 0.88, 0.97)
_PAY_OF_EDUCATION = (-0.35, -0.20, -0.08, 0.0, 0.27, 0.45)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What a member answers; empty where the question was not asked."""

    education: str
    grade: str
    activity: str
    hours: str
    earnings: int
    benefits: int


def rows() -> list[tuple[str, ...]]:
    """Return the records as they are in the file, without the header."""
    chance = Chance(SEED)
    return [row for number in range(1, HOUSEHOLDS + 1) for row in _household(chance, number)]


def _household(chance: Chance, number: int) -> list[tuple[str, ...]]:
    members = families.invent(chance)
    region = chance.choose(range(len(REGIONS)), REGION_SHARES)
    answers = [_answers(chance, member, region) for member in members]
    income = sum(answer.earnings + answer.benefits for answer in answers)
    tenure = _tenure(chance, members[0].age, region)
    shared = (
        str(len(members)),
        str(income),
        tenure,
        _rent(chance, len(members), income, region) if tenure == TENANT else "",
        REGIONS[region],
        f"{_weight(chance, len(members)):.2f}",
    )
    # The multiplier spreads the numbers without a repetition.
    household = str(100_000 + number * 7_919 % 99_991)
    return [
        (
            household,
            str(place),
            member.relation,
            member.sex,
            str(member.age),
            member.marital,
            answer.education,
            answer.grade,
            answer.activity,
            answer.hours,
            str(answer.earnings),
            str(answer.benefits),
            str(answer.earnings + answer.benefits),
            *shared,
        )
        for place, (member, answer) in enumerate(zip(members, answers, strict=True), start=1)
    ]


def _answers(chance: Chance, member: Member, region: int) -> _Answers:
    schooling = _schooling(chance, member.age)
    grade = str(_grade(chance, member.age)) if member.age in SCHOOL_AGES else ""
    if member.age < YOUNGEST_ASKED:
        return _Answers(EDUCATION[schooling], grade, "", "", 0, 0)
    activity = _activity(chance, member)
    hours = _hours(chance, member) if activity == EMPLOYED else 0
    earnings = _earnings(chance, member.age, schooling, hours, region) if hours else 0
    return _Answers(
        EDUCATION[schooling],
        grade,
        activity,
        str(hours) if hours else "",
        earnings,
        _benefits(chance, activity, schooling),
    )


def _schooling(chance: Chance, age: int) -> int:
    """Return the highest level completed, which nobody completes before its age."""
    if age < 12:
        return 0
    if age < 16:
        return 1
    if age < 19:
        return 2
    shares = (0.01, 0.03, 0.16, 0.44, 0.22, 0.14)
    if age >= 60:
        shares = (0.05, 0.22, 0.30, 0.28, 0.09, 0.06)
    schooling = chance.choose(range(len(EDUCATION)), shares)
    return min(schooling, 3) if age < 22 else min(schooling, 4) if age < 24 else schooling


def _grade(chance: Chance, age: int) -> int:
    """Return the grade at school: one a year, some repeat one."""
    behind = chance.choose((0, 1, 2), (0.72, 0.24, 0.04))
    return max(1, min(HIGHEST_GRADE, age - SCHOOL_AGES.start + 1 - behind))


def _activity(chance: Chance, member: Member) -> str:
    age = member.age
    if age < 18:
        return EMPLOYED if chance.happens(0.04) else STUDENT
    if age < 25:
        return chance.choose(ACTIVITIES, (0.46, 0.09, 0.42, 0.0, 0.03))
    if age < 60:
        home = 0.14 if member.sex == "female" else 0.03
        return chance.choose(ACTIVITIES, (0.80, 0.06, 0.02, 0.02, home))
    if age < 67:
        return chance.choose(ACTIVITIES, (0.46, 0.04, 0.0, 0.42, 0.08))
    return chance.choose(ACTIVITIES, (0.04, 0.0, 0.0, 0.93, 0.03))


def _hours(chance: Chance, member: Member) -> int:
    """Return the hours worked in a usual week, heaped on what contracts say."""
    part_time = 0.75 if member.age < 18 or member.age >= 67 else 0.34
    if chance.happens(part_time if member.sex == "female" or member.age < 18 else 0.4 * part_time):
        return chance.choose((8, 10, 15, 20, 25, 30), (1, 2, 2, 5, 3, 4))
    if chance.happens(0.7):
        return chance.choose((35, 37, 38, 40, 45, 50), (14, 8, 14, 40, 8, 4))
    return chance.whole(32, 60)


def _earnings(chance: Chance, age: int, schooling: int, hours: int, region: int) -> int:
    """Return a year's net earnings in units of money, with a heavy tail."""
    seniority = 1.0 + 0.012 * min(max(age - 22, 0), 33)
    base = 19_000.0 * (hours / 38.0) ** 0.9 * seniority * _DEARNESS[region] ** 0.4
    earnings = base * math.exp(chance.normal(_PAY_OF_EDUCATION[schooling], 0.33))
    if chance.happens(0.01):
        earnings += min(chance.pareto(40_000.0, 1.9), 400_000.0)
    return _rounded(chance, max(earnings, 400.0))


def _benefits(chance: Chance, activity: str, schooling: int) -> int:
    """Return a year's pensions and benefits; most who work or study have none."""
    if activity == RETIRED:
        return _rounded(chance, 14_000.0 * math.exp(chance.normal(0.12 * (schooling - 2), 0.35)))
    share = {UNEMPLOYED: 0.85, STUDENT: 0.25, AT_HOME: 0.35, EMPLOYED: 0.12}[activity]
    if not chance.happens(share):
        return 0
    typical = {UNEMPLOYED: 8_200.0, STUDENT: 3_600.0, AT_HOME: 4_200.0, EMPLOYED: 2_300.0}
    return _rounded(chance, chance.log_normal(typical[activity], 0.4))


def _rounded(chance: Chance, amount: float) -> int:
    """Return a whole amount, as people state it: many round it."""
    step = chance.choose((1, 10, 100, 500), (0.4, 0.2, 0.28, 0.12))
    return max(step, round(amount / step) * step)


def _tenure(chance: Chance, age: int, region: int) -> str:
    owners = 0.22 if age < 35 else 0.5 if age < 55 else 0.64
    owners *= 0.75 if REGIONS[region] == "Capital" else 1.05
    return chance.choose(TENURES, (owners, 0.96 - owners, 0.04))


def _rent(chance: Chance, size: int, income: int, region: int) -> str:
    """Return the monthly rent in units of money."""
    means = min(max((income / 30_000.0) ** 0.3, 0.6), 2.0)
    rent = 470.0 * (0.74 + 0.15 * size) * means * _DEARNESS[region] * chance.log_normal(1.0, 0.2)
    step = chance.choose((1, 5, 10, 50), (0.25, 0.3, 0.25, 0.2))
    return str(round(rent / step) * step)


def _weight(chance: Chance, size: int) -> float:
    """Return how many households the household represents.

    The adjustment for households that did not answer differs so much that the weight reveals
    neither region nor size.
    """
    return 1_150.0 * (1.04 - 0.02 * size) * chance.log_normal(1.0, 0.22)
