"""Runs of every method on columns of every kind, large enough for trees; not a test by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.encode import MeasuredTable
from core.jobs import Job
from core.measure import count_k, count_t, measure_all
from core.model import Attribute, BlockScale, Dataset, Scale, Schema, taxonomy_of
from core.protect import METHODS, protect
from core.protect.representatives import represent
from core.risk import Settings, assess_keys
from tests.core.tables import confidential, dataset, plan, quasi

_RECORDS = 4200
_TREE = {"all": (), "low": ("all",), "high": ("all",)} | {
    name: ("low" if name < "r" else "high",) for name in "pqrstu"
}


def every_run() -> int:
    """Run each method on numbers, one number, categories and both; return how many runs.

    Run two of them in blocks, too. Then take weighted means of
    one column and assess the risk of all.
    """
    table, runs = _table(), 0
    for name, schema, more in _runs():
        method = METHODS[name]
        if not method.takes_nominal and any(a.scale is Scale.NOMINAL for a in schema.attributes):
            continue
        given = {"k": 3, "t": 0.3, "bucket_by": "c", "moves": 2000, **more}
        known = {key: v for key, v in given.items() if key in {p.name for p in method.parameters}}
        columns = Dataset(tuple(map(table.column, names_of(schema))), table.fingerprint)
        run = plan(schema, name, method.complete(known), range(_RECORDS))
        released = protect(run, columns, Job()).columns
        measured = MeasuredTable(released, schema)
        measure_all(MeasuredTable(columns.columns, schema), measured, Job())
        count_k(measured)
        count_t(measured)
        runs += 1
    for name in ("mdav", "t-k-first"):
        run = plan(_numbers(), name, METHODS[name].complete({"k": 3, "t": 0.3}), range(_RECORDS))
        recipe = replace(run.project.recipe, scale=BlockScale(2000))
        project = replace(run.project, recipe=recipe)
        columns = Dataset(tuple(map(table.column, "abc")), table.fingerprint)
        protect(replace(run, project=project), columns, Job())
        runs += 1
    twos = np.full(_RECORDS, 2.0)
    represent(table.column("a"), quasi("a"), np.arange(_RECORDS) // 3, weights=twos)
    assess_keys(table.columns, Settings(twos, None, 3, 0.5), Job())
    return runs


def names_of(schema: Schema) -> list[str]:
    return [attribute.name for attribute in schema.attributes]


def _runs() -> Iterator[tuple[str, Schema, dict[str, object]]]:
    tree = Attribute("d", quasi("d").role, Scale.NOMINAL, categories=taxonomy_of(_TREE))
    hidden = replace(tree, name="e", role=confidential("e").role)
    numbers = _numbers()
    mixed = Schema((quasi("a"), tree, confidential("c"), hidden))
    flat = Schema((quasi("d", Scale.NOMINAL), confidential("c"), confidential("e", Scale.NOMINAL)))
    for name in (name for name, method in METHODS.items() if method.forms_groups):
        yield name, Schema((quasi("a"), confidential("c"))), {}
        if METHODS[name].quasi_identifiers != 1:
            yield name, numbers, {}
            yield name, mixed, {}
            yield name, flat, {}
    yield "mdav", numbers, {"refine": 2000}
    yield "mdav", numbers, {"aggregate": "median"}
    yield "mdav", numbers, {"aggregate": "moments"}
    yield "mdav", numbers, {"lambda": 0.5}
    yield "mdav", mixed, {"categories": "calibrated"}
    yield "v-mdav", numbers, {"blocks": [["a"], ["b"]]}


def _numbers() -> Schema:
    return Schema((quasi("a"), quasi("b"), confidential("c")))


def _table() -> Dataset:
    rng = np.random.default_rng(1)
    numbers = {name: rng.normal(size=_RECORDS).tolist() for name in "abc"}
    texts = {name: rng.choice(list("pqrstu"), size=_RECORDS).tolist() for name in "de"}
    return dataset({**numbers, **texts})
