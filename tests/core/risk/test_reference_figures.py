"""The figures that sdcMicro 5.8 gives for two published files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from core.jobs import Job
from core.risk import KeyRisk, Settings, assess_keys
from tests.core.tables import column

HOUSEHOLD = ("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")


def table(path: Path) -> dict[str, list[float]]:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def found(cells: dict[str, list[float]], keys: tuple[str, ...], **given: object) -> KeyRisk:
    plain = {"weights": None, "units": None, "length": 3, "sampling_fraction": None}
    settings = Settings(**{**plain, **given})  # type: ignore[arg-type]
    return assess_keys([column(name, cells[name]) for name in keys], settings, Job())


@pytest.fixture
def households(reference_data: Path) -> dict[str, list[float]]:
    return table(reference_data / "household_testdata.csv")


def test_household_data(households: dict[str, list[float]]) -> None:
    units = np.unique(households["ori_hid"], return_inverse=True)[1].astype(np.int64)
    weights = np.array(households["sampling_weight"])
    risk = found(households, HOUSEHOLD, weights=weights, units=units)

    assert [each.records for each in risk.violations] == [157, 281, 458]
    population = risk.population
    assert population.expected == pytest.approx(10.7782989187, rel=1e-10)
    assert population.rate == pytest.approx(0.00235334037525, rel=1e-8)
    assert population.units_expected == pytest.approx(51.812927436, rel=1e-10)
    assert population.units_rate == pytest.approx(0.0113128662524, rel=1e-10)
    first = risk.frequencies.labels[0]
    assert risk.frequencies.sizes[first] == 107
    assert weights[risk.frequencies.labels == first].sum() == 10_700
    assert population.risks[0] == pytest.approx(9.433072352e-05, rel=1e-9)


def test_units_of_the_household_data(households: dict[str, list[float]]) -> None:
    units = np.unique(households["ori_hid"], return_inverse=True)[1].astype(np.int64)
    weights = np.array(households["sampling_weight"])
    risks = found(households, HOUSEHOLD, weights=weights, units=units).population.risks
    spared = np.prod(1 - risks[units == units[0]])
    assert 1 - spared == pytest.approx(0.0003075753109, rel=1e-9)


def test_the_data_of_franconi_and_polettini(reference_data: Path) -> None:
    cells = table(reference_data / "francdat.csv")
    keys = ("Key1", "Key2", "Key3", "Key4")
    risks = found(cells, keys, weights=np.array(cells["w"])).population.risks
    assert risks.tolist() == pytest.approx(
        [
            *(0.01714426160, 0.02204232618, 0.02204232618, 0.17707583400),
            *(0.01165448015, 0.29706307738, 0.40235947811, 0.01714426160),
        ],
        rel=1e-8,
    )


def test_suda2(households: dict[str, list[float]]) -> None:
    keys = ("urbrur", "roof", "walls", "water", "sex")
    uniques = found(households, keys, length=5).uniques
    assert (uniques.scored, uniques.total) == (12, 19)
    shares = [round(100 * share, 2) for share in uniques.column_shares]
    assert shares == [31.58, 78.95, 26.32, 100, 89.47]
