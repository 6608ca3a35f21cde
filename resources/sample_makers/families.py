"""Who lives together: households with their members' relations, sexes and ages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from resources.sample_makers.chance import Chance

RELATIONS = ("reference person", "partner", "child", "parent", "other")
REFERENCE, PARTNER, CHILD, PARENT, OTHER = RELATIONS
MARITAL = ("single", "married", "divorced", "widowed")
SINGLE, MARRIED, DIVORCED, WIDOWED = MARITAL
OLDEST = 97
# Parents are at least so much older than their children, in years.
GENERATION = 17
# Partners differ by at most so many years.
MOST_YEARS_APART = 15
LARGEST = 6

KINDS = ("single", "couple", "family", "lone parent", "generations", "flat")
KIND_SHARES = (0.30, 0.26, 0.27, 0.09, 0.035, 0.045)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a household; the age is in completed years."""

    relation: str
    sex: str
    age: int
    marital: str


def invent(chance: Chance) -> list[Member]:
    """Return the members of a household: reference person, partner, children, others."""
    kind = chance.choose(KINDS, KIND_SHARES)
    if kind == "single":
        return [_alone(chance)]
    if kind == "couple":
        return _couple(chance, _adult_age(chance, 22, 90))
    if kind == "flat":
        return _flat(chance)
    parents = _parents(chance, kind)
    children = _children(chance, parents, _number_of_children(chance, kind))
    members = [*parents, *children]
    return [*members, _grandparent(chance, parents)] if kind == "generations" else members


def _alone(chance: Chance) -> Member:
    age = _adult_age(chance, 18, OLDEST)
    return Member(REFERENCE, _sex(chance, age), age, _status_alone(chance, age))


def _adult_age(chance: Chance, low: int, high: int) -> int:
    """Return an age; of the old there are the fewer the older they are."""
    age = chance.whole(low, high)
    return min(age, chance.whole(low, high)) if age > 70 else age


def _sex(chance: Chance, age: int) -> str:
    women = 0.49 if age < 40 else 0.51 if age < 65 else 0.58
    return "female" if chance.happens(women) else "male"


def _status_alone(chance: Chance, age: int) -> str:
    """Return the marital status of a person without a partner."""
    if age < 30:
        return SINGLE
    if age < 60:
        return chance.choose((SINGLE, DIVORCED, WIDOWED), (0.58, 0.38, 0.04))
    return chance.choose((SINGLE, DIVORCED, WIDOWED), (0.16, 0.24, 0.60))


def _couple(chance: Chance, age: int) -> list[Member]:
    """Return two partners who are near in age; both are married or neither is."""
    years = round(chance.normal(0.0, 3.2))
    other = age + max(-MOST_YEARS_APART, min(MOST_YEARS_APART, years))
    other = max(18, min(OLDEST, other))
    sexes = ("female", "male") if chance.happens(0.45) else ("male", "female")
    if chance.happens(0.02):
        sexes = (sexes[0], sexes[0])
    if chance.happens(0.30 if min(age, other) < 30 else 0.78):
        states = (MARRIED, MARRIED)
    else:
        states = (_status_alone(chance, age), _status_alone(chance, other))
    return [
        Member(REFERENCE, sexes[0], age, states[0]),
        Member(PARTNER, sexes[1], other, states[1]),
    ]


def _parents(chance: Chance, kind: str) -> list[Member]:
    age = chance.whole(24, 57)
    if kind != "lone parent":
        return _couple(chance, age)
    sex = "female" if chance.happens(0.82) else "male"
    marital = DIVORCED if chance.happens(0.55) and age >= 26 else SINGLE
    return [Member(REFERENCE, sex, age, marital)]


def _number_of_children(chance: Chance, kind: str) -> int:
    if kind == "generations":
        return chance.choose((1, 2), (0.6, 0.4))
    if kind == "lone parent":
        return chance.choose((1, 2, 3), (0.62, 0.30, 0.08))
    return chance.choose((1, 2, 3, 4), (0.38, 0.44, 0.14, 0.04))


def _children(chance: Chance, parents: Sequence[Member], number: int) -> list[Member]:
    """Return children who are younger than each parent by a generation, the eldest first."""
    age = chance.whole(0, min(26, min(parent.age for parent in parents) - GENERATION))
    children: list[Member] = []
    for _ in range(number):
        sex = "female" if chance.happens(0.488) else "male"
        children.append(Member(CHILD, sex, age, SINGLE))
        # Siblings are born up to five years apart; with an infant there are no more.
        if age == 0:
            break
        age = max(0, age - chance.whole(1, 5))
    return children


def _grandparent(chance: Chance, parents: Sequence[Member]) -> Member:
    """Return a parent of the reference person."""
    age = min(OLDEST, parents[0].age + chance.whole(GENERATION + 2, 38))
    sex = "female" if chance.happens(0.7) else "male"
    return Member(PARENT, sex, age, chance.choose((DIVORCED, WIDOWED), (0.25, 0.75)))


def _flat(chance: Chance) -> list[Member]:
    """Return people who share a flat and are of similar age."""
    age = chance.whole(19, 40)
    ages = [age, *(max(18, age + chance.whole(-4, 6)) for _ in range(chance.whole(1, 3)))]
    members = [Member(OTHER, _sex(chance, age), age, SINGLE) for age in ages]
    return [replace(members[0], relation=REFERENCE), *members[1:]]
