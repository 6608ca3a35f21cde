"""Search for a file whose groups depend on the order of its records where nothing is tied.

Files of numbers and categories, small and full of ties or without any, are protected in two
orders. The groups must be those of the definitions in both; where the definitions never had to
decide by position, they must be the same. Individual ranking and insensitive microaggregation
release the same values, whatever the order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest

from core.jobs import Job
from core.kernels.microaggregation.mixed_mdav import MixedMdav
from core.model import Role, Schema
from core.protect import protect
from tests.core.protect.any_file import any_file
from tests.core.protect.laid_out import Layout, Settings
from tests.core.tables import Cell, cells, dataset, plan
from tests.robustness.fuzzing import Fuzzer

GROUPING = ("mdav", "mdav by-tree", "v-mdav", "t-merge", "t-k-first", "t-closeness-first")
SORTING = ("individual-ranking", "insensitive")


def _settings(method: str, file: Layout, draw: random.Random) -> Settings:
    k = draw.randint(2, min(5, len(file.who) // 2))
    settings: dict[str, int | float | str] = {"k": k}
    if method == "v-mdav":
        settings["gamma"] = draw.choice((0.0, 0.2, 0.8, 1.1, 3.0))
    if method.startswith("t-"):
        settings["t"] = draw.choice((0.05, 0.1, 0.15, 0.2, 0.3, 0.4))
    if method == "t-merge":
        settings["partition"] = draw.choice(("mdav", "v-mdav"))
    if method == "t-closeness-first":
        settings["bucket_by"] = file.with_role(Role.CONFIDENTIAL)[-1].name
    return settings


@pytest.fixture
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a method; MDAV goes down a tree, also where records are few, if that is asked for."""
    name, _, how = str(request.param).partition(" ")
    if how:
        searching = partial(MixedMdav, small=0, excess_limit=1 << 60)
        monkeypatch.setattr("core.protect.methods.mdav.MixedMdav", searching)
    return name


@pytest.mark.timeout(0)
@pytest.mark.parametrize("method", GROUPING, indirect=True)
def test_groups_depend_on_the_order_of_records_by_ties_alone(fuzzer: Fuzzer, method: str) -> None:
    # Few files of t-merge have no ties.
    for case in fuzzer.cases(16 if method == "t-merge" else 8):
        file = any_file(case.random)
        settings = _settings(method, file, case.random)
        turned = file.rows(case.random.sample(range(len(file.who)), len(file.who)))
        try:
            expected, ties = turned.expected(method, settings)
            assert turned.groups(method, settings) == expected, "not the groups as defined"
            if not ties:
                assert file.groups(method, settings) == expected, "the order of records decided"
            fuzzer.count("tied" if ties else "nothing tied")
        except Exception as error:
            fuzzer.keep(case, error, {"case.txt": repr((method, settings, turned)).encode()})
    fuzzer.check("nothing tied")


def _released(file: Layout, method: str, k: int) -> list[list[Cell]]:
    schema = Schema(tuple(variable.attribute() for variable in file.variables))
    made = plan(schema, method, {"k": k}, range(len(file.who)))
    table = dataset({variable.name: variable.cells for variable in file.variables})
    masked = {variable.name for variable in file.with_role(Role.QUASI_IDENTIFIER)}
    columns = protect(made, table, Job()).columns
    return [cells(column) for column in columns if column.name in masked]


def _tuples(columns: Sequence[Sequence[Cell]]) -> Counter[tuple[Cell, ...]]:
    return Counter(zip(*columns, strict=True))


@pytest.mark.timeout(0)
@pytest.mark.parametrize("method", SORTING)
def test_released_values_do_not_depend_on_the_order_of_records(fuzzer: Fuzzer, method: str) -> None:
    for case in fuzzer.cases(12):
        file, k = any_file(case.random), case.random.randint(2, 4)
        order = case.random.sample(range(len(file.who)), len(file.who))
        try:
            one, other = _released(file, method, k), _released(file.rows(order), method, k)
            if method == "insensitive":
                assert _tuples(one) == _tuples(other)
            originals = [v.cells for v in file.with_role(Role.QUASI_IDENTIFIER)]
            for first, second, own in zip(one, other, originals, strict=True):
                assert Counter(first) == Counter(second), "other values are released"
                if method == "individual-ranking":
                    _of_untied(own, first, [second[order.index(i)] for i in range(len(own))])
            fuzzer.count("same")
        except Exception as error:
            fuzzer.keep(case, error, {"case.txt": repr((method, k, file, order)).encode()})
    fuzzer.check()


def _of_untied(own: Sequence[Cell], first: Sequence[Cell], second: Sequence[Cell]) -> None:
    """Check that a value that occurs once is released as the same in both orders."""
    for cell, count in Counter(own).items():
        if count == 1:
            assert first[list(own).index(cell)] == second[list(own).index(cell)]
