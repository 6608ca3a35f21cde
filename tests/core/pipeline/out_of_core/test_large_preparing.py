"""Runs on disk prepare columns as runs in memory do, whatever their parts."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

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
from tests.core.pipeline.out_of_core.large_files import in_memory, log_of, on_disk

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
    left_out = [w for w in one["warnings"] if w["code"] != "large-left-out"]
    assert left_out == other["warnings"]
    said = {caution["code"] for caution in one["cautions"]}
    assert [c for c in other["cautions"] if c["code"] in said] == one["cautions"]
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


NUMBER_STEPS = [
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
    Band("FEE", width=0.5, label=BandLabel.MIDDLE, cuts=()) if False else Band("FEE", width=333.5),
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


@pytest.mark.parametrize("at", range(len(NUMBER_STEPS)))
def test_each_step_does_the_same(place, tmp_path, at):
    action = NUMBER_STEPS[at]
    schema = schema_for(action, place)
    log = assert_same(project_of(place, [action], schema), tmp_path, rows=31)
    (stated,) = log["prepared"]["steps"]
    assert stated["before"] or isinstance(action, Age)


@pytest.mark.parametrize("name", ["COUNT", "JOB"])
def test_strata_are_those_of_the_prepared_columns(place, tmp_path, name):
    """Bands define the strata, and so does a column that is not released."""
    schema = attributes(COUNT=Attribute("COUNT", Role.OTHER), JOB=Attribute("JOB", Role.IDENTIFIER))
    actions = [Band("COUNT", width=50), Group("JOB", (("1", ("2", "3", "11", "12", "99")),))]
    assert_same(project_of(place, actions, schema, strata=(name,)), tmp_path, rows=31)
