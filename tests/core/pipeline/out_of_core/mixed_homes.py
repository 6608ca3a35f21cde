"""Households whose protection mixes conditions, and what both kinds of runs release of them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
from core.pipeline.out_of_core.large_verify import verify_large

from core.errors import Problem
from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    DomainTotals,
    Dominance,
    DominanceRule,
    Figure,
    FigureKind,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Release,
    Role,
    Scale,
    Scenario,
    Source,
    Target,
    Unit,
)
from core.model.preparing import Preparing, Round
from core.pipeline import verify
from tests.core.pipeline.out_of_core.household_files import UNIT, homes_project, write_homes
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.same_as_memory import (
    NOT_LOOKED_FOR,
    ended_by,
    errors_of,
    steps_of,
)

KEY = Role.QUASI_IDENTIFIER
MASKED = {
    "WAGE": Attribute("WAGE", KEY, Scale.CONTINUOUS),
    "BASE": Attribute("BASE", KEY, Scale.CONTINUOUS),
    "GRANT": Attribute("GRANT", KEY, Scale.INTEGER, not_applicable=("-8",)),
}
LINK = {"HOME": Attribute("HOME", Role.LINK)}
KEYS = ["ROOMS", "RENT", "AGE", "SEX", "WAGE", "BASE", "GRANT"]
FIGURES = (
    Figure(FigureKind.MEAN, ("WAGE",), by=("SEX",)),
    Figure(FigureKind.TOTAL, ("RENT",), by=("REGION",)),
    Figure(FigureKind.GINI, ("BASE",)),
)
CONDITIONS: dict[str, Sequence[Any]] = {
    "dominance": (
        Dominance(("WAGE",), p=40.0),
        Dominance(("RENT", "WAGE"), p=25.0),
        Dominance(("BASE",), rule=DominanceRule.N_K, n=2, share=80.0),
    ),
    "totals": (
        (DomainTotals(("WAGE", "RENT"), ("REGION",), 0.3),),
        (DomainTotals(("BASE",), ("WAVE", "REGION"), 0.4),),
        (DomainTotals(("WAGE",), ("SEX",), 0.8), DomainTotals(("GRANT",), ("REGION",), 0.5)),
    ),
    "scenarios": (
        (Scenario("people", ("AGE", "SEX"), 3),),
        (Scenario("homes", ("ROOMS", "RENT"), 5), Scenario("all", ("ROOMS", "AGE"), 3)),
        (Scenario("grants", ("GRANT", "SEX"), 4),),
    ),
    "rules": (("BASE <= WAGE",), ("AGE >= 0", "WAGE = BASE + EXTRA")),
    "strata": (("REGION",),),
    "prepare": (
        (Preparing(Round("RENT", 5.0)), Preparing(Round("AGE", 10.0))),
        (Preparing(Round("WAGE", 20.0)),),
    ),
    "weight": ("WEIGHT",),
    "figures": (FIGURES,),
}
UNITS = (
    Unit("HOME", UNIT),
    Unit("HOME"),
    Unit("HOME", UNIT, largest=2, waves="WAVE"),
    Unit("HOME", UNIT, members_by=("PERSON",)),
)


def write_mixed(
    place: Path, seed: int, homes: int, *, missing: float = 0.0, share: float = 0.25
) -> None:
    """Write households of which some members have a wage of zero, and some were not asked."""
    write_homes(place.with_suffix(".parquet"), seed, homes, missing=missing, zeros=True)
    table, chance = pq.read_table(place.with_suffix(".parquet")), np.random.default_rng(seed)
    grant = chance.integers(1, 60, len(table))
    grant[chance.random(len(table)) < share] = -8
    pacsv.write_csv(table.append_column("GRANT", pa.array(grant)), place)


def mixed_project(
    place: Path,
    *,
    sorts: bool,
    k: int = 3,
    block: int = 60,
    zeros: bool = False,
    codes: bool = False,
    linked: bool = False,
    **wishes: Any,
) -> Project:
    """Return a project that protects whole households, in blocks or by sorting."""
    attributes = {**MASKED, **(LINK if linked else {}), **wishes.pop("attributes", {})}
    if zeros:
        attributes["WAGE"] = replace(attributes["WAGE"], keeps_zeros=True)
    if not codes:
        attributes["GRANT"] = replace(attributes["GRANT"], not_applicable=())
    if any("EXTRA" in rule for rule in wishes.get("rules", ())):
        attributes["EXTRA"] = Attribute("EXTRA", KEY, Scale.CONTINUOUS)
    method = Method("insensitive" if sorts else "mdav", {"k": k, **wishes.pop("parameters", {})})
    scale = None if sorts else BlockScale(block)
    project = homes_project(
        place, method, block=block, **{"attributes": attributes, "scale": scale, **wishes}
    )
    # Those of other kinds are read by processes of their own, which takes longer.
    project = replace(project, source=Source(str(place), FileKind.CSV))
    return with_recipe(project, target=Target(FileKind.CSV, "out"))


def any_mixed(pick: Callable[[Sequence[Any]], Any], place: Path) -> Project:
    """Return a project of settings that `pick` chooses, in blocks or by sorting."""
    wishes = {
        name: pick(choices) for name, choices in CONDITIONS.items() if pick((True, False, False))
    }
    return mixed_project(
        place,
        sorts=pick((True, True, False)),
        k=pick((2, 3, 4)),
        block=pick((40, 60, 200)),
        zeros=pick((True, False)),
        codes=pick((True, False)),
        linked=pick((True, False)),
        unit=pick(UNITS),
        missing=pick((*MissingPolicy,)),
        parameters={"aggregate": pick(("mean", "median"))},
        **wishes,
    )


def rows_of(release: Release) -> list[dict[str, object]]:
    """Return the records of the protected file."""
    rows: list[dict[str, object]] = pacsv.read_csv(protected(release)).to_pylist()
    return rows


def protected(release: Release) -> Path:
    """Return the protected file."""
    return Path(release.folder) / release.protected


def without_numbers(release: Release) -> list[tuple[int, tuple[object, ...]]]:
    """Return the records in their order, with units numbered by first appearance."""
    known: dict[object, int] = {}
    return [
        (
            known.setdefault(row["HOME"], len(known)),
            tuple(value for name, value in row.items() if name != "HOME"),
        )
        for row in rows_of(release)
    ]


def released_alike(project: Project, folder: Path, rows: int) -> Release | tuple[Problem, ...]:
    """Assert that both runs release and state the same, or end for the same reasons."""
    expected, made = errors_of(project), list[Release]()
    ended = ended_by(lambda: made.append(on_disk(project, folder / "disk", rows)))
    if not expected:
        expected = ended_by(lambda: made.append(in_memory(project, folder / "memory")))
    if [problem.code for problem in expected] == ["units-lost"]:
        # A run on disk does not say which column lacks the values (manual: command-line).
        assert [problem.code for problem in ended] == ["unit-patterns"]
        return ended
    assert ended == expected
    if expected:
        return expected
    disk, memory = made
    assert_states_the_same(project, disk, memory)
    return disk


def assert_states_the_same(project: Project, disk: Release, memory: Release) -> None:
    """Assert that two releases, and what their logs state, are the same but for drawn numbers."""
    one, other = log_of(disk), log_of(memory)
    if project.schema.links:
        assert without_numbers(disk) == without_numbers(memory)
        assert one["files"][0]["records_sha256"] == other["files"][0]["records_sha256"]
    else:
        assert disk.files[0] == memory.files[0]
    for section in ("result", "verification", "recipe", "compared", "not_stated"):
        assert one[section] == other[section], section
    assert steps_of(one) == steps_of(other)
    assert one.get("figures") == other.get("figures")
    left_out = NOT_LOOKED_FOR if project.recipe.active_preparing else set()
    assert [c for c in one["cautions"] if c["code"] != "large-left-out"] == [
        c for c in other["cautions"] if c["code"] not in left_out
    ]
    logs = [Path(r.folder) / r.public_log for r in (disk, memory)]
    public = [json.loads(log.read_text("utf-8")) for log in logs]
    for section in ("verification", "figures", "claim", "result"):
        assert public[0].get(section) == public[1].get(section), section


def assert_verified(release: Release, place: Path, scratch: Path) -> None:
    """Assert that both kinds of `verify` find no fault, with and without the input."""
    for name in (release.log, release.public_log):
        log = Path(release.folder) / name
        for own in (place, None):
            assert verify_large(log, own, scratch, Job(), rows=201).faults == ()
            assert verify(log, own, Job()).faults == ()


def assert_shared(project: Project, release: Release, place: Path) -> None:
    """Assert that k households share their profile, and the columns of each scenario."""
    rows = rows_of(release)
    before = pacsv.read_csv(place)["HOME"].to_pylist()
    homes = [row["HOME"] for row in rows] if project.schema.links else before
    # Whose records are left out shows only where households have numbers.
    if len(homes) != len(rows):
        return
    recipe = project.recipe
    masked = [a.name for a in project.schema.with_role(KEY)]
    wanted = [(masked, recipe.method.parameters["k"])]
    for names, k in (*wanted, *((s.columns, s.k) for s in recipe.scenarios)):
        held = defaultdict(list)
        for home, row in zip(homes, rows, strict=True):
            held[home].append(repr([row[name] for name in names]))
        assert min(Counter(tuple(sorted(each)) for each in held.values()).values()) >= k
