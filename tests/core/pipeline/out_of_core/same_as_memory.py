"""Asserts that a run on disk releases and states what the same recipe does in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import Problem, PromiseBroken, Refused
from core.jobs import Job
from core.model import Project, Release
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk

# What a run on disk that prepares columns does not look for (manual: recipe#answers).
NOT_LOOKED_FOR = {"caution-unit"}
# What links records or fits a model (manual: measures#on-disk).
NOT_MEASURED = {"linkage", "propensity-error"}


def steps_of(log: dict) -> list[tuple[str, dict]]:
    return [(s["name"], s["counts"]) for s in log["steps"] if s["name"] != "in-parts"]


def assert_same(project: Project, folder: Path, rows: int) -> Release:
    """Assert that both runs write the same bytes and state the same; return that on disk."""
    disk, memory = on_disk(project, folder / "disk", rows), in_memory(project, folder / "memory")
    assert_same_releases(project, disk, memory)
    return disk


def assert_same_releases(project: Project, disk: Release, memory: Release) -> None:
    """Assert that the releases of both runs are the same and state the same."""
    assert disk.files[0] == memory.files[0]
    one, other = log_of(disk), log_of(memory)
    for section in ("result", "verification", "recipe", "compared", "not_stated"):
        assert one[section] == other[section], section
    assert steps_of(one) == steps_of(other)
    found = [c for c in one["cautions"] if c["code"] != "large-left-out"]
    left_out = NOT_LOOKED_FOR if project.recipe.active_preparing else set()
    assert [c for c in other["cautions"] if c["code"] not in left_out] == found
    named = [(m["name"], m["attribute"]) for m in one["measures"]]
    measures = {(m["name"], m["attribute"]): m["value"] for m in other["measures"]}
    assert named == [each for each in measures if each[0] not in NOT_MEASURED]
    for measure in one["measures"]:
        expected = measures[measure["name"], measure["attribute"]]
        assert measure["value"] == pytest.approx(expected, rel=1e-12)


def errors_of(project: Project) -> tuple[Problem, ...]:
    """Return the errors of the plan of a run in memory."""
    read, dataset = read_input(project, Job())
    return resolve(read.recipe, read.schema, dataset, read.source).errors


def assert_alike(project: Project, folder: Path, rows: int) -> None:
    """Assert that both runs release the same, or end for the same reasons."""
    expected = errors_of(project)
    if expected:
        with pytest.raises(Refused) as refused:
            on_disk(project, folder / "disk", rows)
        assert refused.value.problems == expected
        return
    releases = list[Release]()
    disk_problems, memory_problems = (
        ended_by(lambda: releases.append(on_disk(project, folder / "disk", rows))),
        ended_by(lambda: releases.append(in_memory(project, folder / "memory"))),
    )
    assert disk_problems == memory_problems
    if not disk_problems:
        assert_same_releases(project, *releases)


def ended_by(run: Callable[[], object]) -> tuple[Problem, ...]:
    """Return the problems for which a run ends without a release, if it does."""
    try:
        run()
    except (PromiseBroken, Refused) as ended:
        return ended.problems
    return ()
