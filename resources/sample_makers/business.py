"""Enterprises of a made-up country: skewed, correlated figures with zeros and a heavy tail."""

from __future__ import annotations

from dataclasses import dataclass

from resources.sample_makers.chance import Chance

SEED = 20_261
RECORDS = 5_000
HEADER = (
    "ENTERPRISE_ID",
    "REGION",
    "ACTIVITY",
    "YEAR_FOUNDED",
    "EMPLOYEES",
    "TURNOVER",
    "PURCHASES",
    "WAGES",
    "INVESTMENT",
    "EXPORTS",
    "OPERATING_RESULT",
    "OVERDUE_INVOICES",
    "WEIGHT",
    "ANSWERED_BY",
)
SURVEY_YEAR = 2025


@dataclass(frozen=True, slots=True)
class Activity:
    """What is typical of the enterprises of one activity.

    Money is in thousands of a made-up currency a year.
    """

    code: str
    share: float
    turnover_per_head: float
    wage: float
    purchases: float
    exporters: float


ACTIVITIES = (
    Activity("C10", 0.10, 190.0, 27.0, 0.66, 0.35),
    Activity("C25", 0.09, 150.0, 33.0, 0.55, 0.45),
    Activity("C28", 0.05, 210.0, 42.0, 0.57, 0.70),
    Activity("F43", 0.17, 105.0, 29.0, 0.54, 0.06),
    Activity("G46", 0.14, 420.0, 36.0, 0.82, 0.40),
    Activity("G47", 0.17, 170.0, 23.0, 0.75, 0.05),
    Activity("H49", 0.08, 125.0, 28.0, 0.58, 0.22),
    Activity("I56", 0.09, 58.0, 17.0, 0.46, 0.01),
    Activity("J62", 0.05, 130.0, 55.0, 0.34, 0.40),
    Activity("M71", 0.06, 98.0, 46.0, 0.36, 0.18),
)
REGIONS = ("01", "02", "03", "04", "05", "06", "07", "08")
REGION_SHARES = (0.24, 0.19, 0.15, 0.12, 0.10, 0.09, 0.07, 0.04)
CHANNELS = ("web", "paper", "telephone")
CHANNEL_SHARES = (0.71, 0.18, 0.11)


def rows() -> list[tuple[str, ...]]:
    """Return the records as they stand in the file, without the header."""
    chance, calibration = Chance(SEED), Chance(SEED + 1)
    return [_enterprise(chance, calibration, number) for number in range(1, RECORDS + 1)]


def _enterprise(chance: Chance, calibration: Chance, number: int) -> tuple[str, ...]:
    activity = chance.choose(ACTIVITIES, [a.share for a in ACTIVITIES])
    employees = _employees(chance)
    turnover = _turnover(chance, activity, employees)
    purchases = turnover * min(0.95, max(0.05, chance.normal(activity.purchases, 0.09)))
    wages = _wages(chance, activity, employees, turnover)
    other_costs = turnover * chance.uniform(0.02, 0.16)
    result = turnover - purchases - wages - other_costs
    exports = _exports(chance, activity, employees, turnover)
    investment = _investment(chance, employees, turnover)
    money = (turnover, purchases, wages, investment, exports, result, _overdue(chance, turnover))
    return (
        f"X{number * 7_919 % 100_003:06d}",
        chance.choose(REGIONS, REGION_SHARES),
        activity.code,
        str(_founded(chance, employees)),
        str(employees),
        *(f"{amount:.1f}" for amount in money),
        f"{_weight(chance, calibration, employees):.2f}",
        chance.choose(CHANNELS, CHANNEL_SHARES),
    )


def _employees(chance: Chance) -> int:
    if chance.happens(0.08):
        return 0
    if chance.happens(0.02):
        return int(min(9_000.0, chance.pareto(180.0, 1.15)))
    return 1 + int(chance.log_normal(5.5, 1.25))


def _turnover(chance: Chance, activity: Activity, employees: int) -> float:
    hands = max(employees, 0.7)
    return activity.turnover_per_head * float(hands**1.05) * chance.log_normal(1.0, 0.45)


def _wages(chance: Chance, activity: Activity, employees: int, turnover: float) -> float:
    bill = employees * activity.wage * chance.log_normal(1.0, 0.18)
    return min(bill, 0.8 * turnover)


def _exports(chance: Chance, activity: Activity, employees: int, turnover: float) -> float:
    likelier_when_large = min(0.95, activity.exporters * (0.6 + 0.12 * min(employees, 50) ** 0.5))
    if not chance.happens(likelier_when_large):
        return 0.0
    share: float = chance.uniform(0.02, 0.95) ** 1.6
    return turnover * share


def _investment(chance: Chance, employees: int, turnover: float) -> float:
    if chance.happens(0.45 if employees < 10 else 0.12):
        return 0.0
    return turnover * chance.log_normal(0.025, 0.9)


def _overdue(chance: Chance, turnover: float) -> float:
    return 0.0 if chance.happens(0.1) else turnover * chance.log_normal(0.03, 0.8)


def _founded(chance: Chance, employees: int) -> int:
    years = chance.log_normal(11.0 + 2.0 * min(employees, 100) ** 0.5, 0.7)
    return SURVEY_YEAR - int(min(years, 140.0))


def _weight(chance: Chance, calibration: Chance, employees: int) -> float:
    """Return how many enterprises the record stands for.

    The weights are calibrated, so that they reveal neither size nor region nor line of business.
    """
    answered = 1.0 if employees >= 250 else chance.uniform(0.92, 1.12)
    return answered * calibration.uniform(5.0, 7.0)
