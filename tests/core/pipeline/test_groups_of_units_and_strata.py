"""Totals of households, and strata of which one record has most of an amount."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.jobs import Job
from core.model import Attribute, Diversity, DomainTotals, Method, PPercent, Role, Scale
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.whole_runs import log_of, release_project
from tests.core.table.any_files import any_project, write_any
from tests.core.table.household_files import homes_project, write_homes

MASKED = {"WAGE": Attribute("WAGE", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)}
NUMBERS = ["AMOUNT", "COUNT", "DAY"]


def fewest_alike(released: Path, homes: list[object], names: list[str]) -> int:
    """Count the households with the rarest profile in a released file."""
    profiles: dict[object, list[tuple[object, ...]]] = {}
    for home, row in zip(homes, pq.read_table(released).to_pylist(), strict=True):
        profiles.setdefault(home, []).append(tuple(row[name] for name in names))
    return min(Counter(tuple(sorted(rows)) for rows in profiles.values()).values())


def test_totals_in_the_file_are_those_of_the_original_and_k_is_kept(tmp_path: Path) -> None:
    """Medians lose the totals otherwise."""
    place, columns = tmp_path / "in.parquet", ["WAGE", "RENT"]
    write_homes(place, 4, 160)
    totals = (DomainTotals(tuple(columns), ("REGION",), 0.05),)
    method = Method("mdav", {"k": 3, "aggregate": "median"})
    before = pq.read_table(place).to_pandas().groupby("REGION")[columns].sum()
    gaps = {}
    for name, asked in (("kept", totals), ("lost", ())):
        project = homes_project(place, method, block=60, attributes=MASKED, totals=asked)
        release = release_project(project, tmp_path / name)
        released = Path(release.folder) / release.protected
        after = pq.read_table(released).to_pandas().groupby("REGION")[columns].sum()
        gaps[name] = ((before - after).abs() / before).to_numpy().max()
        homes = pq.read_table(place)["HOME"].to_pylist()
        assert fewest_alike(released, homes, ["ROOMS", "RENT", "AGE", "SEX", "WAGE"]) >= 3
    assert gaps["kept"] <= 0.05 < gaps["lost"]


def test_a_domain_of_too_few_households_stays_apart_however_many_records_it_has(
    tmp_path: Path,
) -> None:
    """Two large households are fewer than k, although they have more than k records."""
    place = tmp_path / "in.parquet"
    write_homes(place, 4, 400)
    table = pq.read_table(place).to_pandas()
    sizes = table.groupby("HOME")["AGE"].transform("size")
    rare = sizes.eq(4) & table["HOME"].isin(table.loc[sizes.eq(4), "HOME"].unique()[:2])
    table.loc[rare, "REGION"] = "west"
    table.to_parquet(place)
    totals = (DomainTotals(("WAGE",), ("REGION",), 0.1),)
    project = homes_project(place, Method("mdav", {"k": 4}), attributes=MASKED, totals=totals)
    log = log_of(release_project(project, tmp_path / "release"))
    (counted,) = [c for c in log["verification"]["conditions"] if c["condition"] == "totals"]
    # The domain itself, and the smallest other one, from which it would follow.
    assert (counted["domains"], counted["apart"]) == (3, 2)


def test_strata_that_one_record_dominates_are_counted_and_the_first_is_named(
    tmp_path: Path,
) -> None:
    place = tmp_path / "in.parquet"
    write_any(place, 3, 800)
    table = pq.read_table(place)
    amount = table["AMOUNT"].to_pandas().to_numpy().copy()
    amount[350] = amount[700] = 1e9
    faith = pa.array(["a"] * 300 + ["b"] * 300 + ["c"] * 200)
    health = pa.array(["sick", "well"] * 300 + ["well"] * 200)
    amounts = pa.array(amount, from_pandas=True)
    for name, cells in (("AMOUNT", amounts), ("FAITH", faith), ("HEALTH", health)):
        table = table.set_column(table.schema.get_field_index(name), name, cells)
    pq.write_table(table, place)
    wishes = {"strata": ("FAITH",), "dominance": PPercent(("AMOUNT",), p=15.0)}
    project, dataset = read_input(
        any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], **wishes), Job()
    )
    (error,) = resolve(project.recipe, project.schema, dataset, project.source).errors
    assert (error.code, error.params["count"]) == ("dominance-of-stratum", 2)
    # The first record of the first stratum that has no missing value.
    present = table.select(NUMBERS).to_pandas().notna().all(axis=1).to_numpy()
    assert error.where.row == 300 + int(np.argmax(present[300:])) + 1

    recipe = replace(project.recipe, diversity=Diversity(2, ("HEALTH",)))
    errors = resolve(recipe, project.schema, dataset, project.source).errors
    assert [e.code for e in errors] == ["dominance-of-stratum", "diversity-of-stratum"]
