"""Means, quantiles, totals, correlations and cross-tables against pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from core.jobs import Job
from core.measure import LEVELS, correlate_columns, cross_tabulate, describe
from core.model import Attribute, Column, ColumnKind, Role, Scale

ROWS = 400


def _table(seed: int) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "AGE": random.integers(15, 95, ROWS).astype(float),
            "PAY": np.round(random.lognormal(7, 1, ROWS), 2),
            "FEW": random.integers(1, 5, ROWS).astype(float),
            "WEIGHT": np.round(random.uniform(50, 150, ROWS), 2),
            "AREA": random.choice(["north", "south", "east"], ROWS, p=[0.6, 0.3, 0.1]),
        }
    )
    for name in ("AGE", "PAY"):
        table.loc[random.random(ROWS) < 0.1, name] = np.nan
    return table


def _columns(table: pd.DataFrame) -> dict[str, Column]:
    found = {}
    for name in table:
        gone = table[name].isna().to_numpy()
        if name == "AREA":
            names = tuple(sorted(set(table[name])))
            codes = np.array([names.index(v) for v in table[name]], dtype=np.int32)
            found[name] = Column(name, ColumnKind.TEXT, codes, gone, names)
        else:
            found[name] = Column(name, ColumnKind.NUMBER, table[name].to_numpy(copy=True), gone)
    return found


SCALES = {"AREA": Scale.NOMINAL}
ATTRIBUTES = [
    Attribute(n, Role.OTHER, SCALES.get(n)) for n in ("AGE", "PAY", "FEW", "WEIGHT", "AREA")
]


@pytest.fixture(scope="module")
def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    """An original, and a release with fewer records."""
    return _table(1), _table(2).iloc[:350].reset_index(drop=True)


def test_figures_of_numbers_are_those_of_pandas(tables) -> None:
    sides = [_columns(table) for table in tables]
    found = {d.name: d for d in describe(ATTRIBUTES, *sides, "WEIGHT", Job())}
    for name in ("AGE", "PAY", "FEW", "WEIGHT"):
        for table, said in zip(tables, (found[name].before, found[name].after), strict=True):
            column = table[name]
            assert said.count == column.count()
            assert said.missing == column.isna().sum()
            assert said.mean == pytest.approx(column.mean())
            assert said.deviation == pytest.approx(column.std())
            assert said.total == pytest.approx(column.sum())
            assert said.weighted_total == pytest.approx((column * table["WEIGHT"]).sum())
            assert said.quantiles.tolist() == pytest.approx(column.quantile(list(LEVELS)).tolist())


def test_shares_of_categories_are_those_of_pandas(tables) -> None:
    sides = [_columns(table) for table in tables]
    (area,) = [d for d in describe(ATTRIBUTES, *sides, None, Job()) if d.name == "AREA"]
    for table, counts in zip(tables, area.counts, strict=True):
        assert dict(zip(area.categories, counts.tolist(), strict=True)) == (
            table["AREA"].value_counts().to_dict()
        )
    assert area.categories[0] == tables[0]["AREA"].mode()[0]


def test_correlations_are_those_of_pandas_over_complete_pairs(tables) -> None:
    names = ["AGE", "PAY", "FEW", "WEIGHT"]
    found = correlate_columns(names, *(_columns(table) for table in tables), Job())
    for table, matrix in zip(tables, (found.before, found.after), strict=True):
        assert matrix == pytest.approx(table[names].corr().to_numpy())


def test_a_constant_column_correlates_with_nothing() -> None:
    table = pd.DataFrame({"A": [1.0, 2.0, 3.0], "B": [5.0, 5.0, 5.0]})
    columns = _columns(table)
    assert np.isnan(correlate_columns(["A", "B"], columns, columns, Job()).before[0, 1])


def test_a_cross_table_counts_as_pandas_does(tables) -> None:
    one, other = (_columns(table) for table in tables)
    found = cross_tabulate((one["AREA"], one["FEW"]), (other["AREA"], other["FEW"]), (False, True))
    for table, counts in zip(tables, (found.before, found.after), strict=True):
        wanted = pd.crosstab(table["AREA"], table["FEW"])
        for r, row in enumerate(found.rows):
            for c, column in enumerate(found.columns):
                assert counts[r, c] == wanted.loc[row, float(column)]


def test_numbers_with_many_values_are_cut_at_the_quartiles_of_the_original(tables) -> None:
    one, other = (_columns(table) for table in tables)
    found = cross_tabulate((one["PAY"], one["AREA"]), (other["PAY"], other["AREA"]), (True, False))
    cuts = [-np.inf, *tables[0]["PAY"].quantile([0.25, 0.5, 0.75]), np.inf]
    for table, counts in zip(tables, (found.before, found.after), strict=True):
        wanted = pd.crosstab(pd.cut(table["PAY"], cuts), table["AREA"])
        assert counts.tolist() == wanted[list(found.columns)].to_numpy().tolist()


def test_an_ordered_column_is_crossed_in_its_order() -> None:
    steps = ("primary", "secondary", "bachelor", "master")
    table = pd.DataFrame({"AREA": ["secondary"] * 5 + ["master"] * 3 + ["primary", "bachelor"]})
    both = (_columns(table)["AREA"],) * 2
    found = cross_tabulate(both, both, (False, False), (steps, ()))
    assert found.rows == steps
    assert found.columns == ("secondary", "master", "bachelor", "primary")
    assert found.before.sum(axis=1).tolist() == [1, 5, 1, 3]


def test_rare_values_have_a_class_together() -> None:
    names = [f"c{i:02}" for i in range(30)]
    table = pd.DataFrame({"AREA": np.repeat(names, range(1, 31))})
    column = _columns(table)["AREA"]
    found = cross_tabulate((column, column), (column, column), (False, False))
    assert len(found.rows) == 13
    assert found.before.sum() == len(table)
    assert found.before[-1, -1] == sum(range(1, 19))
