"""The dominance rule is kept and counted on disk as in memory."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core import large_plan, large_recount, large_verify
from core.pipeline.out_of_core.large_verify import verify_large
from core.pipeline.out_of_core.merging import disk_clusters
from core.pipeline.out_of_core.parts import large_conditions
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import (
    ConditionCount,
    Dominance,
    DominanceRule,
    Method,
    MissingPolicy,
    Project,
    Release,
    Role,
)
from tests.core.pipeline.out_of_core.any_large_file import TREE, any_project
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.large_files import log_of, on_disk
from tests.core.pipeline.out_of_core.same_as_memory import (
    assert_alike,
    assert_same,
    errors_of,
    steps_of,
)
from tests.core.pipeline.out_of_core.test_large_zeros import with_zeros, write_with_zeros
from tests.lanes import examples
from tests.oracles.conditions import satisfies_n_k, satisfies_p

NUMBERS = ["AMOUNT", "COUNT", "DAY"]
P_PERCENT = Dominance(("AMOUNT",), p=15.0)
HIGH = Dominance(("AMOUNT",), p=90.0)
BOTH = Dominance(("COUNT", "AMOUNT"), p=5.0)
N_K = Dominance(("AMOUNT",), DominanceRule.N_K, n=2, share=70.0)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("dominance") / "in.parquet"
    write_with_zeros(found, 3, 800, share=0.2)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def failing(
    project: Project, release: Release, name: str, *, alone: bool = False
) -> tuple[int, int]:
    """Return the groups of a released file, and those that violate the rule in a column.

    `alone`: groups of records with the same value in this column.
    """
    rule, weight = project.recipe.dominance, project.recipe.weight
    attributes = project.schema.attributes
    keys = [a.name for a in attributes if a.role is Role.QUASI_IDENTIFIER]
    released = pq.read_table(Path(release.folder) / release.protected).to_pylist()
    before = [
        row
        for row in pq.read_table(project.source.path).to_pylist()
        if project.recipe.missing is MissingPolicy.USE_OBSERVED
        or all(row[k] is not None for k in keys)
    ]
    groups = defaultdict(list)
    for row, own in zip(released, before, strict=True):
        key = tuple(row[k] for k in ((name,) if alone else (*keys, *project.recipe.strata)))
        groups[key].append((own[name], own[weight] if weight else 1.0))
    broken = 0
    for members in groups.values():
        amounts, weights = zip(*members, strict=True)
        weights = weights if weight else ()
        if rule.rule is DominanceRule.N_K:
            broken += not satisfies_n_k(amounts, rule.n, rule.share, weights)
        else:
            broken += not satisfies_p(amounts, rule.p, weights)
    return len(groups), broken


@pytest.mark.parametrize(
    ("method", "keys", "hidden", "wishes"),
    [
        (Method("mdav", {"k": 4}), NUMBERS, [], {"dominance": P_PERCENT}),
        (Method("mdav", {"k": 3}), NUMBERS, ["INCOME", "FAITH"], {"dominance": N_K}),
        (Method("v-mdav", {"k": 4}), NUMBERS, [], {"dominance": BOTH, "weight": "WEIGHT"}),
        (Method("mdav", {"k": 4}), NUMBERS, [], {"dominance": P_PERCENT, "strata": ("FAITH",)}),
        (Method("mdav", {"k": 4}), ["AMOUNT", "PLACE"], ["VISITS"], {"dominance": HIGH}),
        (
            Method("mdav", {"k": 4}),
            ["AMOUNT", "GRADE", "WEIGHT"],
            [],
            {"dominance": Dominance(("WEIGHT", "AMOUNT"), p=15.0), "weight": "WEIGHT"},
        ),
        (Method("mdav", {"k": 4, "aggregate": "median"}), NUMBERS, [], {"dominance": HIGH}),
        (Method("t-merge", {"k": 4, "t": 0.3}), NUMBERS, ["INCOME"], {"dominance": P_PERCENT}),
        (Method("t-k-first", {"k": 4, "t": 0.3}), NUMBERS, ["INCOME"], {"dominance": N_K}),
        (
            Method("mdav", {"k": 4, "lambda": 0.3}),
            NUMBERS,
            ["INCOME"],
            {"dominance": P_PERCENT, "missing": MissingPolicy.USE_OBSERVED},
        ),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, keys, hidden, wishes):
    project = any_project(place, method, keys, hidden, block=130, **wishes)
    release = assert_same(project, tmp_path, rows=301)
    counted = log_of(release)["verification"]["conditions"]
    assert [(c["condition"], c["column"]) for c in counted] == [
        ("dominance", name) for name in project.recipe.dominance.columns
    ]
    merging = [counts for name, counts in steps_of(log_of(release)) if name == "merging"]
    assert sum(counts["merges"] for counts in merging) > 0
    if "t" not in method.parameters:
        for one in counted:
            assert (one["groups"], one["failing"]) == failing(project, release, one["column"])
            assert one["failing"] == 0


@pytest.mark.parametrize("rows", [233, 5000])
def test_the_release_does_not_depend_on_the_parts(place, tmp_path, rows):
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=90)
    project = with_zeros(replace(project, recipe=replace(project.recipe, dominance=BOTH)))
    one = on_disk(project, tmp_path / "one", rows=301)
    other = on_disk(project, tmp_path / "other", rows=rows)
    assert one.files[0] == other.files[0]
    assert log_of(one)["verification"] == log_of(other)["verification"]


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, rule, weights, strata, patterns, blocks and parts."""
    keys = data.draw(st.sampled_from([NUMBERS, ["AMOUNT", "PLACE"], ["AMOUNT", "COUNT"]]))
    strata = data.draw(st.sampled_from([(), ("FAITH",), ("GRADE",)]))
    name = data.draw(st.sampled_from(["mdav", "v-mdav", "t-merge"]))
    limit = {"t": 0.7} if name.startswith("t-") else {}
    k, records = data.draw(st.integers(2, 4)), data.draw(st.integers(200, 400))
    block, rows = data.draw(st.integers(10 * k, 90)), data.draw(st.integers(90, 250))
    policy = MissingPolicy.LEAVE_OUT if limit else data.draw(st.sampled_from(MissingPolicy))
    columns = tuple(key for key in ("AMOUNT", "COUNT") if key in keys)
    rule = data.draw(
        st.one_of(
            st.sampled_from([1.0, 10.0, 60.0]).map(lambda p: Dominance(columns, p=p)),
            st.tuples(st.integers(1, 3), st.sampled_from([40.0, 80.0])).map(
                lambda pair: Dominance(columns, DominanceRule.N_K, n=pair[0], share=pair[1])
            ),
        )
    )
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        share = data.draw(st.sampled_from([0.0, 0.01, 0.3, 0.98]))
        write_with_zeros(place, data.draw(st.integers(0, 99)), records, share)
        project = any_project(
            *(place, Method(name, {"k": k, **limit}), keys, ["INCOME"]),
            block=block,
            missing=policy,
            strata=strata,
            weight=data.draw(st.sampled_from([None, "WEIGHT"])),
            dominance=rule,
        )
        if data.draw(st.booleans()):
            project = with_zeros(project, columns)
        assert_alike(project, Path(folder), rows)


@pytest.mark.parametrize(
    ("method", "wishes"),
    [
        (Method("mdav", {"k": 3}), {}),
        (Method("mdav", {"k": 3}), {"weight": "WEIGHT", "strata": ("FAITH",)}),
        (Method("mdav", {"k": 3}), {"dominance": Dominance(("COUNT",), p=10.0)}),
        (Method("individual-ranking", {"k": 2}), {"scale": None}),
    ],
)
def test_amounts_without_a_rule_are_a_caution_as_in_memory(place, tmp_path, method, wishes):
    """Zeros make groups that a single record fills."""
    project = any_project(place, method, ["AMOUNT", "COUNT", "VISITS"], ["INCOME"], block=130)
    project = replace(project, recipe=replace(project.recipe, **wishes))
    release = assert_same(project, tmp_path, rows=301)
    found = [c for c in log_of(release)["cautions"] if c["code"] == "caution-dominance"]
    assert [caution["column"] for caution in found] == ["AMOUNT"]
    asked = replace(project.recipe, dominance=Dominance(("AMOUNT",), p=10.0))
    alone = method.name == "individual-ranking"
    _, broken = failing(replace(project, recipe=asked), release, "AMOUNT", alone=alone)
    assert broken > 0
    (caution,) = (p for p in release.open_cautions if p.code == "caution-dominance")
    assert (caution.where.column, caution.params["failing"]) == ("AMOUNT", broken)


def test_zeros_whose_others_are_dominated_join_them_as_in_memory(tmp_path):
    """The only pattern that is left then has amounts, so that zeros change, and the log says so."""
    place = tmp_path / "in.parquet"
    write_with_zeros(place, 3, 300, share=0.9)
    table = pq.read_table(place)
    amount = table["AMOUNT"].to_pandas().to_numpy().copy()
    amount[amount > 0] = 1.0
    amount[np.flatnonzero(amount > 0)[5]] = 1e6
    at = table.schema.get_field_index("AMOUNT")
    pq.write_table(table.set_column(at, "AMOUNT", pa.array(amount, from_pandas=True)), place)
    rule = Dominance(("COUNT",), p=1.0)
    project = any_project(place, Method("mdav", {"k": 3}), NUMBERS, [], block=60, dominance=rule)
    (tmp_path / "kept").mkdir()
    assert_same(with_zeros(project, ("AMOUNT",)), tmp_path / "kept", rows=41)
    rule = Dominance(("AMOUNT",), p=1.0)
    project = replace(project, recipe=replace(project.recipe, dominance=rule))
    expected = errors_of(with_zeros(project, ("AMOUNT",)))
    assert [problem.code for problem in expected] == ["dominance-of-file"]
    with pytest.raises(Refused) as refused:
        on_disk(with_zeros(project, ("AMOUNT",)), tmp_path / "disk", rows=41)
    assert refused.value.problems == expected
    assert not (tmp_path / "disk").exists()


def test_strata_that_one_record_dominates_are_named_with_the_row_as_in_memory(place, tmp_path):
    own, table = tmp_path / "in.parquet", pq.read_table(place)
    amount = table["AMOUNT"].to_pandas().to_numpy().copy()
    faith = np.array(["a"] * 300 + ["b"] * 300 + ["c"] * 200)
    amount[350], amount[700] = 1e9, 1e9
    for name, cells in (("AMOUNT", pa.array(amount, from_pandas=True)), ("FAITH", pa.array(faith))):
        table = table.set_column(table.schema.get_field_index(name), name, cells)
    pq.write_table(table, own)
    wishes = {"strata": ("FAITH",), "dominance": P_PERCENT}
    project = any_project(own, Method("mdav", {"k": 4}), NUMBERS, [], block=100, **wishes)
    for asked in (project, with_zeros(project)):
        expected = errors_of(asked)
        with pytest.raises(Refused) as refused:
            on_disk(asked, tmp_path / "disk", rows=301)
        assert refused.value.problems == expected
        assert [p.code for p in expected] == ["dominance-of-stratum"] * 2
        # The first record of each of both strata that has no missing value.
        present = pq.read_table(own).select(NUMBERS).to_pandas().notna().all(axis=1).to_numpy()
        first = [300 + int(np.flatnonzero(present[300:])[0]), 600 + int(present[600:].argmax())]
        assert [p.where.row for p in expected] == [at + 1 for at in first]


def test_records_that_only_the_first_ones_hide_are_not_refused(place, tmp_path, monkeypatch):
    """The recipe is resolved against the first records, which may be dominated by one of them."""
    own, table = tmp_path / "in.parquet", pq.read_table(place)
    amount = table["AMOUNT"].to_pandas().to_numpy().copy()
    amount[:100] = 0.0
    amount[5] = 50.0
    at = table.schema.get_field_index("AMOUNT")
    pq.write_table(table.set_column(at, "AMOUNT", pa.array(amount, from_pandas=True)), own)
    monkeypatch.setattr(large_plan, "_RECORDS", 60)
    wishes = {"dominance": P_PERCENT}
    project = any_project(own, Method("mdav", {"k": 4}), NUMBERS, [], block=100, **wishes)
    assert_same(project, tmp_path, rows=301)


@pytest.mark.longer
def test_both_kinds_of_verify_and_replay_agree(place, tmp_path):
    wishes = {"dominance": BOTH, "weight": "WEIGHT"}
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, ["VISITS"], block=100, **wishes)
    project = with_zeros(replace(project, recipe=replace(project.recipe, keep_order=False)))
    release = on_disk(project, tmp_path / "disk")
    assert_verified_and_repeated(release, place, tmp_path)


def test_other_groups_than_the_log_states_are_a_fault(place, tmp_path, monkeypatch):
    project = any_project(
        place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, dominance=P_PERCENT
    )
    release = on_disk(project, tmp_path / "disk")

    def others(*given) -> tuple[ConditionCount, ...]:
        (only,) = large_conditions.large_conditions(*given)
        figures = {**only.figures, "groups": only.figures["groups"] + 1}
        return (replace(only, figures=figures),)

    monkeypatch.setattr(large_verify, "large_conditions", others)
    log = Path(release.folder) / release.log
    assert verify_large(log, None, tmp_path / "scratch", Job(), rows=301).faults == ()
    (fault,) = verify_large(log, place, tmp_path / "scratch", Job(), rows=301).faults
    assert (fault.code, fault.params["column"]) == ("verify-dominance-groups", "AMOUNT")


def test_a_release_that_breaks_the_rule_is_not_written(place, tmp_path, monkeypatch):
    def found(*given) -> tuple[ConditionCount, ...]:
        (only,) = large_conditions.large_conditions(*given)
        return (replace(only, figures={**only.figures, "failing": 1}, is_held=False),)

    monkeypatch.setattr(large_recount, "large_conditions", found)
    project = any_project(
        place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, dominance=P_PERCENT
    )
    with pytest.raises(PromiseBroken) as broken:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in broken.value.problems] == ["promise-dominance"]
    assert not (tmp_path / "disk").exists()


def test_a_group_that_memory_should_not_hold_is_refused(place, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_clusters, "MOST_RECORDS", 30)
    rule = Dominance(("AMOUNT",), DominanceRule.N_K, n=1, share=5.0)
    project = any_project(place, Method("mdav", {"k": 4}), NUMBERS, [], block=100, dominance=rule)
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["large-group-dominance"]
    assert not (tmp_path / "disk").exists()
