"""A run announces the phases that it enters, and no other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.jobs import Job
from core.model import Attribute, PPercent, Recipe, Role, Schema
from core.pipeline import execute, phases_of_run, resolve
from core.protect import METHODS
from tests.core.pipeline.making import SOURCE, recipe
from tests.core.tables import confidential, dataset, quasi

_RECORDS = 60
_DRAWN = np.random.default_rng(1)
FILE = dataset(
    {
        "AGE": _DRAWN.integers(16, 90, _RECORDS).astype(float).tolist(),
        "RENT": np.round(_DRAWN.lognormal(6, 1, _RECORDS), 1).tolist(),
        "INCOME": np.round(_DRAWN.lognormal(7, 1, _RECORDS), 1).tolist(),
    }
)
SCHEMA = Schema((quasi("AGE"), quasi("RENT"), confidential("INCOME")))
_OF_ONE = Schema((quasi("AGE"), Attribute("RENT", Role.OTHER), confidential("INCOME")))
# What asks for no improvement, no t and no relation to the confidential column, and what does.
_PLAIN = {"k": 3}
_MORE = ({"refine": 50}, {"t": 0.4}, {"lambda": 0.5}, {"moves": 50})


class _Listener(Job):
    """Notes the phases that are entered."""

    def __init__(self) -> None:
        super().__init__()
        self.entered: list[str] = []

    def start_phase(self, phase: str, total: int = 0) -> None:
        """Enter a phase and note it, once."""
        self.entered += [] if phase in self.entered else [phase]
        super().start_phase(phase, total)


def _phases(wanted: Recipe) -> tuple[tuple[str, ...], list[str]]:
    is_of_one = METHODS[wanted.method.name].quasi_identifiers is not None
    plan = resolve(wanted, _OF_ONE if is_of_one else SCHEMA, FILE, SOURCE)
    assert not plan.errors, plan.errors
    job = _Listener()
    execute(plan, FILE, job)
    return phases_of_run(plan), job.entered


def _settings(name: str) -> list[dict[str, object]]:
    known = {parameter.name for parameter in METHODS[name].parameters}
    needed = {"t": 0.4} if METHODS[name].promises_t else {}
    short = {"moves": 50} if "moves" in known else {}
    least = {**_PLAIN, **needed, **short}
    return [
        least,
        *({**least, **m} for m in _MORE if set(m) <= known and not m.items() <= least.items()),
    ]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        (name, parameters)
        for name, method in METHODS.items()
        if method.forms_groups
        for parameters in _settings(name)
    ],
    ids=str,
)
def test_what_is_announced_is_what_is_entered(name: str, parameters: dict[str, object]) -> None:
    announced, entered = _phases(recipe(name, **parameters))
    assert list(announced) == entered


def test_merging_is_announced_where_a_condition_asks_for_it() -> None:
    plain = recipe("mdav", **_PLAIN)
    assert "merging" not in _phases(plain)[0]
    announced, entered = _phases(replace(plain, dominance=PPercent(columns=("RENT",), p=10)))
    assert list(announced) == entered
    assert "merging" in announced
