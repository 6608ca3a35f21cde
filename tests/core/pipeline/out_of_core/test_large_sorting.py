"""Methods that sort the records once release on disk what they do in memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.scope import check_scope
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.model import (
    BlockScale,
    DomainTotals,
    Dominance,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    Release,
    Role,
    Scenario,
    Schema,
    Source,
    Target,
    Unit,
)
from core.model.preparing import Preparing, Round
from tests.benchmarks import plain_sorting
from tests.core.pipeline.out_of_core.any_large_file import (
    HIDDEN,
    KEYS,
    TREE,
    any_project,
    write_any,
)
from tests.core.pipeline.out_of_core.business_files import firms_project, write_firms
from tests.core.pipeline.out_of_core.every_check import assert_verified_and_repeated
from tests.core.pipeline.out_of_core.household_files import (
    UNIT,
    fewest_alike,
    homes_kept,
    homes_project,
    write_homes,
)
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk, with_recipe
from tests.core.pipeline.out_of_core.same_as_memory import assert_alike, assert_same, steps_of
from tests.core.pipeline.out_of_core.test_large_not_applicable import (
    CODES,
    OTHERS,
    write_with_codes,
)
from tests.core.pipeline.out_of_core.test_large_zeros import with_zeros, write_with_zeros
from tests.lanes import examples

CORNER, OPTIMAL = "insensitive", "univariate-optimal"
NUMBERS = ["AMOUNT", "COUNT", "DAY"]
DOMAINS = {"AMOUNT": (-50.0, 400.0), "COUNT": (0.0, 12.0)}
USED = {"missing": MissingPolicy.USE_OBSERVED}


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("sorting") / "in.parquet"
    write_with_zeros(found, 3, 700, share=0.1)
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


def sorting(
    place: Path, method: str, keys: list[str], hidden: tuple[str, ...] = (), k: int = 4, **more
) -> Project:
    parameters = {"k": k, **more.pop("parameters", {})}
    project = any_project(place, Method(method, parameters), keys, list(hidden), block=100, **more)
    return with_recipe(project, scale=None)


def with_domains(project: Project) -> Project:
    attributes = (
        replace(a, domain=DOMAINS.get(a.name)) if a.role is Role.QUASI_IDENTIFIER else a
        for a in project.schema.attributes
    )
    return replace(project, schema=Schema(tuple(attributes)))


@pytest.mark.parametrize(
    ("method", "keys", "more"),
    [
        (CORNER, [*KEYS], {}),
        (CORNER, [*KEYS], {"taxonomies": ("PLACE",), **USED}),
        (CORNER, ["AMOUNT", "GRADE"], {"parameters": {"aggregate": "median"}}),
        (CORNER, ["COUNT"], USED),
        (CORNER, ["PLACE"], {"taxonomies": ("PLACE",)}),
        (CORNER, ["AMOUNT", "COUNT"], {"weight": "WEIGHT"}),
        (OPTIMAL, ["AMOUNT"], {}),
        (OPTIMAL, ["AMOUNT"], {"weight": "WEIGHT", **USED}),
        (OPTIMAL, ["COUNT"], USED),
        (OPTIMAL, ["DAY"], {"parameters": {"aggregate": "median"}}),
        (OPTIMAL, ["GRADE"], USED),
    ],
)
def test_the_release_is_that_of_the_run_in_memory(place, tmp_path, method, keys, more):
    assert_same(sorting(place, method, keys, ["INCOME", "FAITH"], **more), tmp_path, rows=301)


@pytest.mark.parametrize(("method", "keys"), [(CORNER, [*KEYS]), (OPTIMAL, ["AMOUNT"])])
@pytest.mark.parametrize("rows", [120, 5000])
def test_it_does_not_depend_on_the_parts(place, tmp_path, rows, method, keys):
    project = sorting(place, method, keys, ["INCOME"], strata=("FAITH",), **USED)
    one, other = on_disk(project, tmp_path / "one"), on_disk(project, tmp_path / "other", rows)
    assert one.files[0] == other.files[0]
    assert log_of(one)["verification"] == log_of(other)["verification"]


@pytest.mark.parametrize("policy", MissingPolicy)
def test_so_is_that_of_declared_domains(place, tmp_path, policy):
    project = sorting(place, CORNER, [*NUMBERS, "GRADE"], missing=policy)
    assert_same(with_domains(project), tmp_path, rows=301)


@pytest.mark.parametrize(
    ("method", "keys", "wishes"),
    [
        (CORNER, NUMBERS, {"strata": ("FAITH",), **USED}),
        (CORNER, ["AMOUNT", "PLACE"], {"strata": ("FAITH",), "k": 2}),
        (CORNER, NUMBERS, {"dominance": Dominance(("AMOUNT",), p=15.0)}),
        (CORNER, ["AMOUNT", "PLACE"], {"dominance": Dominance(("AMOUNT",), p=15.0), **USED}),
        (CORNER, NUMBERS, {"scenarios": (Scenario("days", ("DAY",), 7),)}),
        (CORNER, NUMBERS, {"prepare": (Preparing(Round("AMOUNT", 0.5)),)}),
        (OPTIMAL, ["AMOUNT"], {"strata": ("FAITH",), **USED}),
        (OPTIMAL, ["AMOUNT"], {"dominance": Dominance(("AMOUNT",), p=15.0), "weight": "WEIGHT"}),
        (OPTIMAL, ["COUNT"], {"scenarios": (Scenario("both", ("COUNT", "FAITH"), 9),)}),
    ],
)
def test_so_is_that_of_every_condition(place, tmp_path, method, keys, wishes):
    project = sorting(place, method, keys, ["INCOME"], **wishes)
    log = log_of(assert_same(project, tmp_path, rows=301))
    conditions = {c["condition"] for c in log["verification"].get("conditions", ())}
    assert conditions == {"dominance", "scenarios"} & {*wishes}


@pytest.mark.parametrize(("method", "keys"), [(CORNER, NUMBERS), (OPTIMAL, ["COUNT"])])
def test_so_is_that_of_kept_zeros(place, tmp_path, method, keys):
    assert_same(with_zeros(sorting(place, method, keys)), tmp_path, rows=301)


@pytest.mark.parametrize(
    "wishes",
    [
        {"rules": ("TURNOVER = DOMESTIC + EXPORTS", "OFFICE >= 1", "PROFIT <= TURNOVER")},
        {"totals": (DomainTotals(("TURNOVER", "STAFF"), ("REGION",), 0.05),)},
    ],
)
def test_so_is_that_of_rules_and_totals(tmp_path, wishes):
    place = tmp_path / "in.parquet"
    write_firms(place, 3, 900)
    project = firms_project(place, Method(CORNER, {"k": 4}), block=130, **wishes)
    log = log_of(assert_same(with_recipe(project, scale=None), tmp_path, rows=301))
    assert {c["condition"] for c in log["verification"]["conditions"]} == {*wishes}


def test_so_is_that_of_questions_that_do_not_apply(tmp_path):
    place = tmp_path / "in.parquet"
    write_with_codes(place, 3, 900)
    project = firms_project(
        place, Method(CORNER, {"k": 4}), block=130, attributes=CODES, others=OTHERS
    )
    log = log_of(assert_same(with_recipe(project, scale=None), tmp_path, rows=301))
    assert {c["condition"] for c in log["verification"]["conditions"]} == {"not-applicable"}


@pytest.mark.parametrize(
    ("missing", "wishes"),
    [
        (0.0, {}),
        (0.05, USED),
        (0.05, {}),
        (0.0, {"strata": ("REGION",), "weight": "WEIGHT"}),
        (0.0, {"rules": ("AGE >= 0",), "unit": Unit("HOME", UNIT, members_by=("AGE",))}),
        (0.0, {"unit": Unit("HOME", UNIT, largest=2, waves="WAVE")}),
    ],
)
def test_so_is_that_of_units_of_several_records(tmp_path, missing, wishes):
    place = tmp_path / "in.parquet"
    write_homes(place, 4, 400, missing=missing)
    project = homes_project(place, Method(CORNER, {"k": 3}), block=60, **wishes)
    release = assert_same(with_recipe(project, scale=None), tmp_path, rows=301)
    complete = [] if "missing" in wishes else ["AGE", "SEX"]
    homes = homes_kept(place, project.recipe.unit.largest, complete)
    # The trajectory of a unit of a panel is part of its profile.
    names = ["ROOMS", "RENT", "AGE", "SEX", *filter(None, [project.recipe.unit.waves])]
    assert fewest_alike(Path(release.folder) / release.protected, homes, names) >= 3
    left_out = len(homes) < pq.read_table(place).num_rows
    assert left_out == (project.recipe.unit.largest is not None or (missing > 0 and not wishes))


@pytest.mark.parametrize(("method", "keys"), [(CORNER, NUMBERS), (OPTIMAL, ["AMOUNT"])])
def test_so_is_that_of_groups_larger_than_a_part(place, tmp_path, method, keys):
    assert_same(sorting(place, method, keys, k=150), tmp_path, rows=40)


@pytest.mark.parametrize(("method", "keys"), [(CORNER, [*KEYS]), (OPTIMAL, ["DAY"])])
@pytest.mark.parametrize("target", [FileKind.CSV, FileKind.PARQUET])
def test_so_is_that_of_a_csv_file(place, tmp_path, target, method, keys):
    text = tmp_path / "in.csv"
    pacsv.write_csv(pq.read_table(place), text)
    text.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    keys = keys if target is FileKind.CSV else keys[:3]
    project = sorting(text, method, keys, ["INCOME"], taxonomies=("PLACE",))
    project = replace(project, source=Source(str(text), FileKind.CSV))
    assert_same(with_recipe(project, target=Target(target, "out")), tmp_path, rows=301)


@examples(3, 30)
@given(st.data())
def test_any_file_is_released_as_in_memory(data):
    """Whatever its columns, its ties, its strata and its parts."""
    method, names = data.draw(st.sampled_from([CORNER, OPTIMAL])), sorted(KEYS)
    several = st.lists(st.sampled_from(names), min_size=1, max_size=4, unique=True)
    single = st.sampled_from([name for name in names if name != "PLACE"]).map(lambda name: [name])
    keys = data.draw(several if method == CORNER else single)
    hidden = data.draw(st.lists(st.sampled_from(sorted(HIDDEN)), max_size=2, unique=True))
    k, records = data.draw(st.integers(2, 9)), data.draw(st.integers(40, 300))
    policy, rows = data.draw(st.sampled_from(MissingPolicy)), data.draw(st.integers(40, 150))
    strata = data.draw(st.sampled_from([(), ("FAITH",)] if "FAITH" not in hidden else [()]))
    rule = data.draw(st.sampled_from([None, Dominance(("AMOUNT",), p=20.0)]))
    rule = rule if "AMOUNT" in keys else None
    zeros = data.draw(st.sampled_from([(), ("AMOUNT", "COUNT")]))
    wishes = {"missing": policy, "strata": strata, "dominance": rule}
    with TemporaryDirectory() as folder:
        place = Path(folder) / "in.parquet"
        write_any(place, data.draw(st.integers(0, 99)), records, missing=0.05)
        project = with_zeros(sorting(place, method, keys, hidden, k, **wishes), zeros)
        project = with_domains(project) if data.draw(st.booleans()) else project
        assert_alike(project, Path(folder), rows)


def released_groups(release: Release, keys: list[str]) -> Counter:
    rows = pq.read_table(Path(release.folder) / release.protected).to_pylist()
    return Counter(tuple(row[key] for key in keys) for row in rows)


def test_the_groups_are_those_of_a_plain_sort(place, tmp_path):
    """Their means, computed in plain Python from the file alone."""
    release = on_disk(sorting(place, CORNER, ["AMOUNT", "COUNT"]), tmp_path / "disk", rows=301)
    rows = pq.read_table(place, columns=["AMOUNT", "COUNT"]).to_pylist()
    rows = [(r["AMOUNT"], r["COUNT"]) for r in rows if None not in r.values()]
    members = defaultdict(list)
    for row, label in zip(
        rows, plain_sorting.insensitive([*zip(*rows, strict=True)], 4), strict=True
    ):
        members[label].append(row)
    means = Counter()
    for group in members.values():
        amount, count = (sum(column) / len(group) for column in zip(*group, strict=True))
        means[round(amount, 6), round(count)] += len(group)
    found = Counter()
    for (amount, count), size in released_groups(release, ["AMOUNT", "COUNT"]).items():
        found[round(amount, 6), count] += size
    assert found == means
    assert min(found.values()) >= 4


def test_no_partition_into_runs_loses_less(place, tmp_path):
    """The sum of squares is that of a plain dynamic program on the values of the file."""
    release = on_disk(sorting(place, OPTIMAL, ["AMOUNT"], k=5), tmp_path / "disk", rows=301)
    before = [v for v in pq.read_table(place)["AMOUNT"].to_pylist() if v is not None]
    after = pq.read_table(Path(release.folder) / release.protected)["AMOUNT"].to_pylist()
    members = defaultdict(list)
    for value, label in zip(before, plain_sorting.univariate_optimal(before, 5), strict=True):
        members[label].append(value)
    least = sum(sum((v - sum(m) / len(m)) ** 2 for v in m) for m in members.values())
    lost = sum((b - a) ** 2 for b, a in zip(before, after, strict=True))
    assert lost == pytest.approx(least, rel=1e-9)
    assert min(Counter(after).values()) >= 5


@pytest.mark.parametrize(("method", "keys"), [(CORNER, NUMBERS), (OPTIMAL, ["AMOUNT"])])
@pytest.mark.parametrize("run", [on_disk, in_memory])
def test_each_kind_of_verify_and_replay_takes_each_kind_of_release(
    place, tmp_path, run, method, keys
):
    wishes = {"strata": ("FAITH",), "dominance": Dominance(("AMOUNT",), p=15.0)}
    project = with_recipe(sorting(place, method, keys, ["INCOME"], **wishes), keep_order=False)
    release = run(project, tmp_path / "release")
    assert_verified_and_repeated(release, place, tmp_path)


@pytest.mark.parametrize(("method", "keys"), [(CORNER, NUMBERS), (OPTIMAL, ["COUNT"])])
def test_the_log_states_the_smallest_group_of_the_file(place, tmp_path, method, keys):
    release = on_disk(sorting(place, method, keys, ["INCOME"]), tmp_path / "disk", rows=301)
    sizes, log = released_groups(release, keys).values(), log_of(release)
    assert log["result"]["k_reached"] == log["verification"]["k"] == min(sizes) >= 4
    ((_, counts),) = [step for step in steps_of(log) if step[0] == method]
    assert counts["k"] == 4
    assert counts["clusters"] >= len(sizes)


@pytest.mark.parametrize(("method", "keys"), [(CORNER, NUMBERS), (OPTIMAL, ["COUNT"])])
def test_they_need_no_scale_and_cannot_have_one(place, tmp_path, method, keys):
    project = sorting(place, method, keys)
    check_scope(project)
    with pytest.raises(Refused) as refused:
        on_disk(with_recipe(project, scale=BlockScale(100)), tmp_path / "disk")
    assert [p.code for p in refused.value.problems] == ["scale-method"]
