"""What protecting households takes, beside MDAV on the records alone.

Run ``python -m tests.benchmarks.bench_units [--quick]`` from the project's root. Processor seconds
on random households, with MDAV and k = 5: "whole" protects whole profiles, "member" is
`protect: member`, "conditions" keeps zeros and a dominance rule, "count" counts k over units in the
released columns. Growth is the exponent of the number of units, of "whole".
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from functools import partial

import numpy as np

from core.conditions.dominance_condition import DominanceLimit
from core.encode import group_records
from core.jobs import Job
from core.measure.unit_counts import count_unique_units
from core.model import Attribute, Column, ColumnKind, PPercent, Role, Scale, Schema
from core.protect import METHODS
from core.protect.encode import encode_points
from core.protect.task import Task
from core.protect.units.member_clusters import cluster_members
from core.protect.units.unit_clusters import cluster_units, represent_columns
from core.protect.units.unit_file import UnitFile
from tests.benchmarks.harness import K, measure_seconds, print_row, print_titles

MDAV = METHODS["mdav"]
PARAMETERS = MDAV.complete({"k": K})
SIZES, QUICK = (100_000, 400_000), (10_000, 20_000)


def draw_file(n_units: int) -> UnitFile:
    """Draw households of one to six persons, 2.5 on average, three in ten without pay."""
    chance = np.random.default_rng(n_units)
    sizes = np.minimum(chance.poisson(1.5, n_units) + 1, 6)
    home = np.repeat(np.arange(n_units), sizes)[chance.permutation(sizes.sum())]
    cells = {
        "home": home,
        "size": sizes[home],
        "income": chance.lognormal(size=n_units)[home],
        "age": chance.integers(0, 95, len(home)),
        "pay": chance.lognormal(size=len(home)) * (chance.random(len(home)) < 0.7),
    }
    none = np.zeros(len(home), dtype=np.bool_)
    homes, *columns = (
        Column(name, ColumnKind.NUMBER, values.astype(np.float64), none)
        for name, values in cells.items()
    )
    masked = tuple(column.name for column in columns)
    schema = Schema(tuple(Attribute(n, Role.QUASI_IDENTIFIER, Scale.CONTINUOUS) for n in masked))
    unit, strata = group_records([homes]), np.zeros(len(home), dtype=np.int64)
    return UnitFile(tuple(columns), schema, unit, masked, ("size", "income"), ("age",), strata)


def protect_with_conditions(file: UnitFile) -> None:
    pay = np.asarray(file.named("pay").values)
    limit = DominanceLimit(pay, PPercent(("pay",), p=10.0))
    cluster_units(MDAV, replace(file, states=(("pay", pay == 0),)), PARAMETERS, Job(), [limit])


def main(quick: bool) -> None:
    sizes, spent_before = QUICK if quick else SIZES, math.nan
    print_titles(
        *("units", "persons", "records alone", "whole", "times", "growth"),
        "member",
        "conditions",
        "count",
    )
    cluster_units(MDAV, draw_file(5_000), PARAMETERS, Job())
    assert MDAV.partition is not None
    for n_units in sizes:
        file = draw_file(n_units)
        task = Task(encode_points(file.columns, file.schema), {}, {}, PARAMETERS)
        alone = measure_seconds(partial(MDAV.partition, task, Job()))
        whole = measure_seconds(partial(cluster_units, MDAV, file, PARAMETERS, Job()))
        member = measure_seconds(partial(cluster_members, MDAV, file, PARAMETERS, Job()))
        conditions = measure_seconds(partial(protect_with_conditions, file))
        released = represent_columns(file, cluster_units(MDAV, file, PARAMETERS, Job()))
        count = measure_seconds(partial(count_unique_units, file.unit, released))
        growth = math.log(whole / spent_before) / math.log(sizes[-1] / sizes[0])
        times = whole / alone
        print_row(n_units, len(file.unit), alone, whole, times, growth, member, conditions, count)
        spent_before = whole


if __name__ == "__main__":
    main("--quick" in sys.argv)
