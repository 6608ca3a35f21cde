"""Runs on disk prepare columns as runs in memory do, whatever their parts."""

from __future__ import annotations

import csv
import random
from collections import Counter
from dataclasses import replace
from math import log2
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.pipeline.out_of_core.large_verify import LargePlace, replay_large, verify_large

from core.errors import Refused
from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Method,
    MissingPolicy,
    Project,
    ReadOptions,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
)
from core.model.preparing import (
    Action,
    Age,
    Band,
    BandLabel,
    Drop,
    Group,
    Level,
    Period,
    Preparing,
    Rare,
    Round,
    Span,
    TailCoding,
    TailValue,
)
from core.pipeline import replay, verify
from core.pipeline.audit.chain import chained
from core.pipeline.audit.layout import lay_out
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk
from tests.lanes import in_lane

TREE = "category,parent\nwet,all\ndry,all\nharbour,wet\nlake,wet\nhill,dry\nplain,dry\nall,\n"
PLACES = ("harbour", "lake", "hill", "plain")
COLUMNS = ("ID", "AMOUNT", "COUNT", "BORN", "SEEN", "PLACE", "JOB", "WEIGHT", "NOTE", "FEE")


def write_cells(place: Path, records: int, chance: random.Random, options: ReadOptions) -> None:
    """Write a CSV file with varying decimals, odd spellings and missing codes."""
    marks = options.missing

    def number() -> str:
        text = chance.choice(
            [f"{chance.gauss(50, 30):.2f}", f"{chance.gauss(50, 30):.1f}", "1e2", "7", "0"]
        )
        return text.replace(".", options.decimal)

    def day(first: int, last: int) -> str:
        months = chance.randint(1, 12), chance.randint(1, 28)
        return f"{chance.randint(first, last)}-{months[0]:02}-{months[1]:02}"

    rows = []
    for i in range(records):
        cells = [
            f"P{i}",
            number(),
            str(chance.randrange(-5, 95)),
            day(1930, 2000),
            day(2001, 2020),
            chance.choice(PLACES),
            chance.choice(["1", "2", "3", "11", "12"]) if chance.random() < 0.97 else "99",
            f"{chance.uniform(0.5, 9):.2f}".replace(".", options.decimal),
            chance.choice(["a", "b\nc", "d"]),
            f"{chance.gauss(900, 400):.2f}".replace(".", options.decimal),
        ]
        for at in (1, 2, 3, 4, 5, 6, 8, 9):
            if chance.random() < 0.04:
                cells[at] = chance.choice(marks)
        rows.append(cells)
    with place.open("w", encoding=options.encoding, newline="") as file:
        writer = csv.writer(file, delimiter=options.delimiter)
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def attributes(**changed: Attribute | None) -> dict[str, Attribute]:
    """Return what the columns mean; of those given, otherwise."""
    known = {
        "ID": Attribute("ID", Role.IDENTIFIER),
        "AMOUNT": Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        "COUNT": Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.INTEGER),
        "BORN": Attribute("BORN", Role.IDENTIFIER),
        "SEEN": Attribute("SEEN", Role.OTHER),
        "PLACE": Attribute("PLACE", Role.CONFIDENTIAL, Scale.NOMINAL),
        "JOB": Attribute("JOB", Role.OTHER),
        "WEIGHT": Attribute("WEIGHT", Role.OTHER, Scale.CONTINUOUS),
        "NOTE": Attribute("NOTE", Role.OTHER),
        "FEE": Attribute("FEE", Role.OTHER),
    }
    return {name: one for name, one in (known | changed).items() if one is not None}


def project_of(
    place: Path,
    actions: list[Action],
    schema: dict[str, Attribute] | None = None,
    options: ReadOptions | None = None,
    **changed: object,
) -> Project:
    """Return a project that prepares the file and protects it in blocks."""
    steps = tuple(Preparing(action, f"reason {at}") for at, action in enumerate(actions))
    settings: dict[str, object] = {
        "missing": MissingPolicy.USE_OBSERVED,
        "keep_order": True,
        "scale": BlockScale(75),
        "prepare": steps,
        **changed,
    }
    recipe = Recipe(Method("mdav", {"k": 3}), Target(FileKind.CSV, "out"), **settings)
    source = Source(str(place), FileKind.CSV, options or ReadOptions())
    return Project(source, Schema(tuple((schema or attributes()).values())), recipe)


def assert_same(project: Project, folder: Path, rows: int) -> dict[str, object]:
    """Assert that both runs release the same and state the same; return the log of that on disk."""
    disk, memory = on_disk(project, folder / "disk", rows), in_memory(project, folder / "memory")
    assert disk.files[0] == memory.files[0]
    one, other = log_of(disk), log_of(memory)
    for section in (
        *("prepared", "result", "verification", "recipe", "compared", "not_stated"),
        "taxonomies",
    ):
        assert one.get(section) == other.get(section), section
    steps = [[(s["name"], s["counts"]) for s in log["steps"]] for log in (one, other)]
    assert [step for step in steps[0] if step[0] != "in-parts"] == steps[1]
    assert one["input"] == {**other["input"], "salt": one["input"]["salt"]}
    left_out = [w for w in one["warnings"] if w["code"] != "large-measures"]
    assert left_out == other["warnings"]
    found = [caution for caution in one["cautions"] if caution["code"] != "large-left-out"]
    said = {caution["code"] for caution in found}
    assert [c for c in other["cautions"] if c["code"] in said] == found
    assert {c["code"] for c in other["cautions"]} & {"caution-weights", "caution-variance"} <= said
    measures = {(m["name"], m["attribute"]): m["value"] for m in other["measures"]}
    for measure in one["measures"]:
        expected = measures[measure["name"], measure["attribute"]]
        assert measure["value"] == pytest.approx(expected, rel=1e-12)
    return one


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "in.csv"
    write_cells(found, 220, random.Random(4), ReadOptions())
    found.with_name("tree.csv").write_text(TREE, encoding="utf-8")
    return found


STEPS = [
    TailCoding("FEE", 1500.0),
    TailCoding("FEE", 1200.5, to=TailValue.MEAN),
    TailCoding("AMOUNT", 20.0, is_top=False, to=TailValue.MEAN),
    TailCoding("FEE", 99999.0),
    TailCoding("COUNT", 60, to=TailValue.MEAN),
    TailCoding("COUNT", 3, is_top=False),
    Round("FEE", 0.125),
    Round("FEE", 50.0),
    Round("AMOUNT", 0.5),
    Round("COUNT", 5),
    Band("COUNT", width=10, label=BandLabel.MIDDLE),
    Band("COUNT", width=7, origin=2, label=BandLabel.LOWER),
    Band("FEE", width=250.0),
    Band("FEE", width=333.5),
    Band("COUNT", cuts=(-5, 15, 40, 95), label=BandLabel.MIDDLE),
    Band("FEE", cuts=(-9000.0, 500.0, 9000.5)),
    Rare("JOB", 12, "9"),
    Rare("JOB", 12, "other"),
    Group("JOB", (("1", ("11", "12")), ("2", ("3", "absent")))),
    Group("NOTE", (("z", ("a", "d")),)),
    Group("AMOUNT", (("7", ("100", "1e2")),)),
    Rare("PLACE", 60, "elsewhere"),
    Level("PLACE", 1),
    Period("SEEN", Span.QUARTER),
    Drop("NOTE"),
    Drop("ID"),
    Age("BORN", "SEEN", "AGE"),
    Age("BORN", "2021-03-01", "AGE"),
]


def schema_for(action: Action, place: Path) -> dict[str, Attribute]:
    """Return what the columns mean once a step was done."""
    changed: dict[str, Attribute | None] = {}
    match action:
        case Drop():
            changed[action.column] = None
        case Age():
            changed["AGE"] = Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.INTEGER)
        case Level():
            tree = str(place.with_name("tree.csv"))
            changed["PLACE"] = Attribute("PLACE", Role.CONFIDENTIAL, Scale.NOMINAL, taxonomy=tree)
        case Band() if action.column == "COUNT" and action.label is BandLabel.MIDDLE:
            changed["COUNT"] = Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS)
        case Group() if action.column == "AMOUNT":
            changed["AMOUNT"] = Attribute("AMOUNT", Role.OTHER)
    return attributes(**changed)


@pytest.mark.parametrize("action", STEPS, ids=repr)
def test_each_step_does_the_same(place, tmp_path, action):
    log = assert_same(project_of(place, [action], schema_for(action, place)), tmp_path, rows=97)
    (stated,) = log["prepared"]["steps"]
    assert stated["before"] or isinstance(action, Age)


@pytest.mark.parametrize("name", ["COUNT", "JOB"])
def test_strata_are_those_of_the_prepared_columns(place, tmp_path, name):
    """Bands define the strata, and so does a column that is not released."""
    schema = attributes(COUNT=Attribute("COUNT", Role.OTHER), JOB=Attribute("JOB", Role.IDENTIFIER))
    actions = [Band("COUNT", width=50), Group("JOB", (("1", ("2", "3", "11", "12", "99")),))]
    assert_same(project_of(place, actions, schema, strata=(name,)), tmp_path, rows=97)


def in_a_row(chance: random.Random) -> tuple[list[Action], dict[str, Attribute]]:
    """Return random steps, several on the same column, and what the columns mean after them."""
    limit = chance.choice([1200.0, 700.25, 5000.0])
    actions: list[Action] = [
        TailCoding("FEE", limit, to=chance.choice(list(TailValue))),
        TailCoding("FEE", chance.choice([300.0, 250.5]), is_top=False, to=TailValue.MEAN),
        Round("AMOUNT", chance.choice([0.5, 0.05, 5.0])),
        TailCoding("AMOUNT", 70.0, to=TailValue.MEAN),
        TailCoding("COUNT", chance.choice([60, 80]), to=TailValue.MEAN),
        Round("WEIGHT", chance.choice([0.5, 1.0, 3.0])),
        Rare("JOB", chance.choice([5, 30, 60]), chance.choice(["1", "other"])),
        Group("JOB", (("1", ("11", "12")),)),
        Period("SEEN", chance.choice(list(Span))),
        Age("BORN", "2024-02-29", "AGE"),
        TailCoding("AGE", 80, to=TailValue.MEAN),
    ]
    chance.shuffle(actions)
    # The new column is changed after it was made.
    actions.sort(key=lambda a: 2 if a.column == "AGE" else isinstance(a, Age))
    later: list[Action] = [Band("AGE", width=10), Drop("BORN"), Drop("NOTE")]
    schema = attributes(
        BORN=None,
        NOTE=None,
        AGE=Attribute("AGE", Role.QUASI_IDENTIFIER, Scale.ORDINAL),
    )
    return [*actions, *later], schema


@pytest.mark.parametrize("seed", range(in_lane(3, 16)))
def test_several_steps_in_a_row_do_the_same(tmp_path, seed):
    chance = random.Random(seed)
    place = tmp_path / "in.csv"
    decimal = chance.choice(".,")
    options = ReadOptions(
        delimiter=";",
        decimal=decimal,
        encoding=chance.choice(["utf-8", "utf-16"]),
        missing=chance.choice([("",), ("", "NA", "-9")]),
    )
    write_cells(place, chance.choice([120, 200]), chance, options)
    actions, schema = in_a_row(chance)
    policy = chance.choice(list(MissingPolicy))
    project = project_of(place, actions, schema, options, missing=policy)
    log = assert_same(project, tmp_path, rows=chance.choice([64, 999]))
    order = next(a for a in log["recipe"]["attributes"] if a["name"] == "AGE")["order"]
    assert order == sorted(order)
    together = {c["name"]: c["together"] for c in log["prepared"]["columns"]}
    assert together["AMOUNT"] > 0
    assert together["FEE"] is None


def plainly(cells: list[str], digits: int) -> list[float | None]:
    return [round(float(cell), digits) if cell else None for cell in cells]


def test_what_preparing_loses_is_that_of_the_formula(place, tmp_path):
    """By plain Python, from the cells of both files."""
    actions = [TailCoding("FEE", 1000.0, to=TailValue.MEAN), Rare("NOTE", 75, "rest")]
    log = assert_same(project_of(place, actions), tmp_path, rows=97)
    with place.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    fees = [float(row["FEE"]) for row in rows if row["FEE"]]
    high = [fee for fee in fees if fee > 1000.0]
    coded = [round(sum(high) / len(high), 2) if fee > 1000.0 else fee for fee in fees]
    mean = sum(fees) / len(fees)
    errors = sum((a - b) ** 2 for a, b in zip(fees, coded, strict=True))
    lost = 100 * errors / sum((fee - mean) ** 2 for fee in fees)
    notes = [row["NOTE"] for row in rows if row["NOTE"]]
    held = Counter(notes)
    joined = ["rest" if held[note] < 75 else note for note in notes]
    pairs, after = Counter(zip(notes, joined, strict=True)), Counter(joined)

    def entropy(counts: Counter) -> float:
        return -sum(n / len(notes) * log2(n / len(notes)) for n in counts.values())

    share = 100 * (entropy(pairs) - entropy(after)) / entropy(held)
    stated = {column["name"]: column for column in log["prepared"]["columns"]}
    assert stated["FEE"]["loss"] == pytest.approx(lost)
    assert stated["NOTE"]["loss"] == pytest.approx(share)
    assert 0 < share < 100
    assert [step["changed"] for step in log["prepared"]["steps"]] == [
        sum(a != b for a, b in zip(fees, coded, strict=True)),
        sum(a != b for a, b in zip(notes, joined, strict=True)),
    ]


def test_typed_files_are_prepared_as_in_memory(tmp_path):
    """Value labels stay with the categories that are left."""
    place = tmp_path / "in.parquet"
    chance = np.random.default_rng(6)
    values = {
        "AMOUNT": np.round(chance.lognormal(3, 1, 300), 2),
        "COUNT": chance.integers(0, 90, 300),
        "JOB": chance.choice(["a", "b", "c", "d"], 300, p=[0.02, 0.08, 0.3, 0.6]),
        "DAY": chance.integers(0, 9000, 300).astype("datetime64[D]"),
        "FEE": pa.array(np.round(chance.normal(9, 3, 300), 1), mask=chance.random(300) < 0.1),
        "CODE": pa.array(chance.integers(1, 6, 300), pa.int16()),
    }
    labels = {b"value_labels": b'[["a", "first"], ["c", "third"], ["d", "last"]]'}
    table = pa.table(values)
    at = table.schema.get_field_index("JOB")
    table = table.cast(table.schema.set(at, table.schema.field(at).with_metadata(labels)))
    pq.write_table(table, place, row_group_size=41)
    schema = Schema(
        (
            Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
            Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.ORDINAL),
            Attribute("JOB", Role.CONFIDENTIAL, Scale.NOMINAL),
            Attribute("DAY", Role.QUASI_IDENTIFIER, Scale.DATE),
            Attribute("FEE", Role.CONFIDENTIAL, Scale.CONTINUOUS),
            Attribute("CODE", Role.OTHER),
        )
    )
    actions = (
        Round("AMOUNT", 0.5),
        TailCoding("AMOUNT", 60.0, to=TailValue.MEAN),
        Band("COUNT", cuts=(0, 30, 60, 90)),
        Rare("JOB", 40, "a"),
        Period("DAY", Span.YEAR),
        Round("FEE", 2.0),
        Group("CODE", (("1", ("2", "3")),)),
    )
    for kind in (FileKind.PARQUET, FileKind.CSV):
        recipe = Recipe(
            Method("mdav", {"k": 3}),
            Target(kind, "out"),
            keep_order=True,
            scale=BlockScale(90),
            prepare=tuple(Preparing(action) for action in actions),
        )
        project = Project(Source(str(place), FileKind.PARQUET), schema, recipe)
        folder = tmp_path / str(kind)
        folder.mkdir()
        log = assert_same(project, folder, rows=97)
        assert log["prepared"]["steps"][3]["after"] < 4


@pytest.mark.longer
@pytest.mark.parametrize("keep_order", [True, False])
def test_both_kinds_of_verify_and_replay_accept_the_release(tmp_path, keep_order):
    chance, place, scratch = random.Random(9), tmp_path / "in.csv", tmp_path / "scratch"
    write_cells(place, 150, chance, ReadOptions())
    actions, schema = in_a_row(chance)
    project = project_of(place, actions, schema, keep_order=keep_order)
    for name, release in (
        ("disk", on_disk(project, tmp_path / "disk", 97)),
        ("memory", in_memory(project, tmp_path / "memory")),
    ):
        log = Path(release.folder) / release.log
        for each in (log, Path(release.folder) / release.public_log):
            for check in (
                verify(each, place, Job()),
                verify_large(each, place, scratch, Job(), rows=97),
            ):
                assert check.faults == ()
            assert verify_large(each, None, scratch, Job(), rows=97).faults == ()
        there = LargePlace(scratch, rows=97)
        again = replay_large(log, place, tmp_path / f"{name}-again", False, there, Job())
        assert again.same
        assert replay(log, place, tmp_path / f"{name}-memory", False, Job()).same
    assert list(scratch.iterdir()) == []


def test_a_changed_figure_of_preparing_is_found(place, tmp_path):
    release = on_disk(project_of(place, [Round("FEE", 50.0)]), tmp_path / "disk", 97)
    log = Path(release.folder) / release.log
    document = {name: part for name, part in log_of(release).items() if name != "seal"}
    document["prepared"]["columns"][0]["loss"] *= 1.01
    log.write_bytes(lay_out(chained(document)))
    check = verify_large(log, place, tmp_path / "scratch", Job(), rows=97)
    assert [fault.code for fault in check.faults] == ["verify-figure"]


WRONG = [
    ([Round("NOTHING", 5.0)], {}),
    ([Round("NOTE", 5.0)], {}),
    ([Round("COUNT", 0.5)], {}),
    ([Round("FEE", -1.0)], {}),
    ([Band("COUNT", cuts=(0, 50))], {}),
    ([Band("COUNT", cuts=(0, 50, 20))], {}),
    ([Band("FEE", width=0.001)], {}),
    ([Band("FEE")], {}),
    ([Age("BORN", "1960-06-30", "AGE")], {}),
    ([Age("BORN", "yesterday", "AGE")], {}),
    ([Age("BORN", "SEEN", "NOTE")], {}),
    ([Age("COUNT", "SEEN", "AGE")], {}),
    ([Period("COUNT", Span.YEAR)], {}),
    ([Level("PLACE", 1)], {}),
    ([Level("PLACE", 1)], {"taxonomy": "short.csv"}),
    ([Level("PLACE", 7)], {"taxonomy": "tree.csv"}),
    ([Group("JOB", ())], {}),
    ([Group("JOB", (("1", ("2",)), ("3", ("2",))))], {}),
    ([Rare("JOB", 1, "x")], {}),
    ([Drop("NOTE"), Round("NOTE", 1.0)], {}),
]


@pytest.mark.parametrize("at", range(len(WRONG)))
def test_what_is_wrong_with_a_step_is_said_as_in_memory(place, tmp_path, at):
    actions, changed = WRONG[at]
    short = TREE.replace("hill,dry\n", "").replace("lake,wet\n", "")
    place.with_name("short.csv").write_text(short, encoding="utf-8")
    schema = attributes()
    if changed:
        tree = str(place.with_name(changed["taxonomy"]))
        schema["PLACE"] = replace(schema["PLACE"], taxonomy=tree)
    project = project_of(place, actions, schema)
    with pytest.raises(Refused) as expected:
        read_input(project, Job())
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=13)
    assert refused.value.problems == expected.value.problems
    assert not (tmp_path / "disk").exists()


def test_cells_that_prepared_columns_may_not_have_are_located_by_their_line(place, tmp_path):
    schema = attributes(COUNT=Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.DATE))
    project = project_of(place, [Round("FEE", 50.0)], schema)
    read, dataset = read_input(project, Job())
    expected = resolve(read.recipe, read.schema, dataset, read.source).errors
    assert expected
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "disk", rows=13)
    assert refused.value.problems == expected
