"""Households on disk of which several conditions are kept together, as in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from core.pipeline.out_of_core.large_verify import verify_large
from hypothesis import given
from hypothesis import strategies as st

from core.jobs import Job
from core.model import Attribute, Method, Release, Role, Scale
from core.pipeline import verify
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.mixed_homes import (
    CONDITIONS,
    any_mixed,
    assert_shared,
    assert_verified,
    mixed_project,
    released_alike,
    write_mixed,
)
from tests.lanes import examples
from tests.robustness.hostile.sealing import log_bytes, resealed


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("mixed") / "in.csv"
    write_mixed(found, 4, 120, share=0.03)
    return found


EACH: list[tuple[str, dict[str, Any]]] = [
    *((name, {name: choices[0]}) for name, choices in CONDITIONS.items()),
    ("zeros", {"zeros": True}),
    ("codes", {"codes": True}),
]


@pytest.mark.longer
@pytest.mark.parametrize("wish", [wish for _, wish in EACH], ids=[name for name, _ in EACH])
@pytest.mark.parametrize(("sorts", "linked"), [(True, False), (False, True)])
def test_each_condition_is_kept_by_sorting_and_with_new_numbers(
    place, tmp_path, sorts, linked, wish
):
    project = mixed_project(place, sorts=sorts, linked=linked, **wish)
    release = released_alike(project, tmp_path, rows=201)
    assert isinstance(release, Release)
    assert_shared(project, release, place)


def test_a_log_that_states_another_k_of_a_scenario_is_found_without_the_input(place, tmp_path):
    """Where the file numbers its households."""
    project = mixed_project(
        place, sorts=True, linked=True, scenarios=CONDITIONS["scenarios"][0], keep_order=False
    )
    release = on_disk(project, tmp_path / "release")
    log, document = Path(release.folder) / release.log, log_of(release)
    (counted,) = (
        c for c in document["verification"]["conditions"] if c["condition"] == "scenarios"
    )
    counted["k"] += 1
    log.write_bytes(log_bytes(resealed(document)))
    checks = (
        verify(log, None, Job()),
        verify_large(log, None, tmp_path / "scratch", Job(), rows=201),
    )
    faults = [[p.code for p in check.faults] for check in checks]
    assert faults[0] == faults[1] != []


@pytest.mark.longer
@pytest.mark.parametrize("sorts", [True, False])
def test_both_kinds_of_verify_agree(place, tmp_path, sorts):
    names = ("totals", "scenarios", "figures", "dominance", "weight")
    wishes = {name: CONDITIONS[name][0] for name in names}
    project = mixed_project(place, sorts=sorts, linked=True, zeros=True, keep_order=False, **wishes)
    assert_verified(on_disk(project, tmp_path / "disk", 201), place, tmp_path / "scratch")


def test_so_do_they_where_t_is_kept_and_units_have_new_numbers(place, tmp_path):
    hidden = {"EXTRA": Attribute("EXTRA", Role.CONFIDENTIAL, Scale.CONTINUOUS)}
    project = mixed_project(place, sorts=False, linked=True, attributes=hidden)
    project = with_recipe(project, method=Method("t-merge", {"k": 3, "t": 0.5}))
    release = released_alike(project, tmp_path, rows=201)
    assert isinstance(release, Release)
    assert_verified(release, place, tmp_path / "scratch")


@examples(3, 30)
@given(st.data())
def test_any_mixture_is_released_or_refused_as_in_memory(data):
    def pick(choices: Sequence[Any]) -> Any:
        return data.draw(st.sampled_from(choices))

    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.csv"
        write_mixed(place, pick(range(1000)), 60, missing=pick((0.0, 0.02)), share=0.1)
        project = any_mixed(pick, place)
        release = released_alike(project, Path(folder), pick((90, 5000)))
        if isinstance(release, Release):
            assert_shared(project, release, place)
