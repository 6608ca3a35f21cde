"""A run on disk reads and writes CSV files as the run in memory does, byte for byte."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import pytest
from core.pipeline.out_of_core import large_release
from core.pipeline.out_of_core.large_verify import verify_large

from core.errors import PromiseBroken, Refused
from core.jobs import Job
from core.model import (
    Attribute,
    BlockScale,
    FileKind,
    Formulas,
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
from core.pipeline import verify
from core.pipeline.prepared_input import read_input
from core.pipeline.resolve import resolve
from tests.core.pipeline.out_of_core.large_files import (
    in_memory,
    log_of,
    on_disk,
    project_of,
    with_recipe,
    write_input,
)
from tests.lanes import in_lane

SCHEMA = Schema(
    (
        Attribute("ID", Role.IDENTIFIER),
        Attribute("AMOUNT", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
        Attribute("COUNT", Role.QUASI_IDENTIFIER, Scale.INTEGER),
        Attribute("DAY", Role.QUASI_IDENTIFIER, Scale.DATE),
        Attribute("CODE", Role.CONFIDENTIAL, Scale.NOMINAL),
        Attribute("INCOME", Role.CONFIDENTIAL, Scale.CONTINUOUS),
        Attribute("NOTE", Role.OTHER),
        Attribute("SINCE", Role.OTHER),
        Attribute("LATE", Role.OTHER),
    )
)
NUMBERS = ("7", "7.5", "0.10", "-3", "1e3", "12345678901234567.1", "5.0000000000000000001", "0")
TEXTS = ("a", "b c", 'say "so"', " padded ", "zéro", "007", "=1+1", "x;y", "x,y", "two\nlines")


def layouts(chance: random.Random) -> ReadOptions:
    """Return a random layout of a CSV file."""
    decimal = chance.choice(".,")
    return ReadOptions(
        encoding=chance.choice(["utf-8", "utf-8", "utf-16", "cp1252"]),
        delimiter=chance.choice([";", "\t", "|"] if decimal == "," else [",", ";", "\t"]),
        decimal=decimal,
        thousands=chance.choice(["", "", " ", "'"]),
        dates=chance.choice(["", "%d/%m/%Y"]),
        missing=chance.choice([("",), ("", "NA"), ("", "-9", "NA")]),
        skip=chance.choice([0, 0, 2]),
    )


def write_random(place: Path, options: ReadOptions, records: int, chance: random.Random) -> None:
    """Write a file whose columns show late of which type they are, with cells of all spellings."""
    marks = options.missing

    def number(text: str) -> str:
        if options.thousands and chance.random() < 0.1:
            return f"1{options.thousands}234"
        return text.replace(".", options.decimal)

    def date() -> str:
        day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(1990, 2020)
        if options.dates:
            return chance.choice([f"{day:02}/{month:02}/{year}", f"{day}/{month}/{year}"])
        return f"{year}-{month:02}-{day:02}"

    late = chance.choice(["5.25", "x", "2020-01-31", "31/01/2020", "", "9223372036854775808"])
    early = chance.choice(["", "4", "01/01/2020"])
    turn = chance.randrange(records)
    rows = []
    for i in range(records):
        cells = [
            f"P{i}",
            number(f"{chance.gauss(0, 900):.2f}"),
            str(chance.randrange(6)),
            date(),
            chance.choice(["1", "2", "3", "04"]),
            number(chance.choice(NUMBERS)),
            chance.choice(TEXTS),
            chance.choice(["03/04/2020", "25/12/2021"]) if i > turn else "03/04/2020",
            number(late if i >= turn else early),
        ]
        for at in (1, 2, 4, 5, 6, 7, 8):
            if chance.random() < 0.05:
                cells[at] = chance.choice(marks)
        rows.append(cells)
    with place.open("w", encoding=options.encoding, newline="") as file:
        file.write("above the table\n" * options.skip)
        end = chance.choice(["\n", "\r\n"])
        writer = csv.writer(file, delimiter=options.delimiter, lineterminator=end)
        writer.writerow([attribute.name for attribute in SCHEMA.attributes])
        writer.writerows(rows)


def csv_project(place: Path, options: ReadOptions, chance: random.Random) -> Project:
    """Return a random project that protects the file in blocks."""
    recipe = Recipe(
        Method(chance.choice(["mdav", "v-mdav"]), {"k": chance.choice([2, 3, 5])}),
        Target(FileKind.CSV, "out", chance.choice(list(Formulas))),
        missing=chance.choice(list(MissingPolicy)),
        keep_order=True,
        scale=BlockScale(chance.choice([50, 75, 1000])),
    )
    return Project(Source(str(place), FileKind.CSV, options), SCHEMA, recipe)


@pytest.mark.parametrize("seed", range(in_lane(6, 32)))
def test_a_random_file_is_released_with_the_same_bytes(tmp_path, seed):
    chance = random.Random(seed)
    place, options, records = tmp_path / "in.csv", layouts(chance), chance.choice([60, 90, 230])
    write_random(place, options, records, chance)
    project = csv_project(place, options, chance)
    rows = chance.choice([40, 64, 1000])
    disk, memory = on_disk(project, tmp_path / "disk", rows), in_memory(project, tmp_path / "mem")
    assert disk.files[0] == memory.files[0]
    one, other = log_of(disk), log_of(memory)
    for section in ("input", "result", "verification", "recipe", "compared", "not_stated"):
        expected = dict(other[section])
        expected.pop("salt", None)
        found = dict(one[section])
        found.pop("salt", None)
        assert found == expected, section
    assert one["files"][0] == other["files"][0]
    left_out = [w for w in one["warnings"] if w["code"] != "large-measures"]
    assert left_out == other["warnings"]
    assert [w.code for w in disk.warnings] == [w.code for w in memory.warnings]


@pytest.mark.parametrize(("given", "wanted"), [("csv", "parquet"), ("parquet", "csv")])
def test_the_kinds_of_input_and_output_may_differ(tmp_path, given, wanted):
    place = tmp_path / f"in.{given}"
    kind = FileKind(given)
    write_input(place, kind)
    project = project_of(place, kind)
    project = with_recipe(project, target=Target(FileKind(wanted), "out"))
    disk, memory = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "mem")
    assert disk.files[0] == memory.files[0]
    assert log_of(disk)["files"][0] == log_of(memory)["files"][0]
    assert [w.code for w in disk.warnings] == [w.code for w in memory.warnings]


@pytest.mark.parametrize("wanted", ["csv", "parquet"])
def test_columns_of_typed_files_may_have_codes_for_missing_values(tmp_path, wanted):
    """They occur in numbers and texts, in columns that are masked and in those that are not."""
    place = tmp_path / "in.parquet"
    write_input(place)
    project = with_recipe(project_of(place), target=Target(FileKind(wanted), "out"))
    options = ReadOptions(missing=("", "-9", "clerk", "3"))
    project = replace(project, source=replace(project.source, options=options))
    disk, memory = on_disk(project, tmp_path / "disk"), in_memory(project, tmp_path / "mem")
    assert disk.files[0] == memory.files[0]
    assert log_of(disk)["files"][0] == log_of(memory)["files"][0]
    assert log_of(disk)["result"] == log_of(memory)["result"]
    assert [w.code for w in disk.warnings] == [w.code for w in memory.warnings]


@pytest.mark.longer
@pytest.mark.parametrize("keep_order", [True, False])
def test_each_kind_of_verify_accepts_each_kind_of_csv_release(tmp_path, keep_order):
    chance = random.Random(3)
    place, options = tmp_path / "in.csv", ReadOptions(missing=("", "NA", "-9"), dates="%d/%m/%Y")
    write_random(place, options, 200, chance)
    project = with_recipe(csv_project(place, options, chance), keep_order=keep_order)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    for release in (on_disk(project, tmp_path / "disk", 97), in_memory(project, tmp_path / "mem")):
        for name in (release.log, release.public_log):
            log = Path(release.folder) / name
            for check in (
                verify(log, place, Job()),
                verify_large(log, place, scratch, Job(), rows=97),
            ):
                assert check.faults == ()
                assert check.checked[:4] == ("log", "files", "recount", "reports")
    assert list(scratch.iterdir()) == []


def test_a_shuffled_release_has_every_line_of_the_other_once(tmp_path):
    chance = random.Random(8)
    place, options = tmp_path / "in.csv", ReadOptions(missing=("", "NA"))
    write_random(place, options, 150, chance)
    project = with_recipe(csv_project(place, options, chance), keep_order=False)
    project = with_recipe(project, method=Method("mdav", {"k": 3}))
    disk = on_disk(project, tmp_path / "disk", 61)
    memory = in_memory(with_recipe(project, keep_order=True), tmp_path / "mem")
    rows = []
    for release in (disk, memory):
        path = Path(release.folder) / release.protected
        with path.open(encoding="utf-8", newline="") as file:
            rows.append(list(csv.reader(file)))
    assert rows[0][0] == rows[1][0]
    assert sorted(rows[0]) == sorted(rows[1])
    assert rows[0] != rows[1]


@pytest.mark.parametrize(
    ("line", "cell", "code"),
    [
        (61, "1e999", "number-infinite"),
        (61, "inf", "number-infinite"),
        (40, "1e-999", "number-vanishes"),
    ],
)
def test_numbers_that_no_column_holds_are_located_by_line(tmp_path, line, cell, code):
    place = tmp_path / "in.csv"
    rows = [f"{i}.5,{i % 3},{i}" for i in range(80)]
    for at in (line - 2, line + 5):
        rows[at] = f"{cell},1,2"
    place.write_text("\n".join(["a,b,c", *rows, ""]), encoding="utf-8")
    with pytest.raises(Refused) as refused:
        on_disk(small(place), tmp_path / "release", 35)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.column, problem.where.row) == (code, "a", line)
    assert problem.params["count"] == 2
    assert not (tmp_path / "release").exists()


def small(place: Path) -> Project:
    """Return a project for a file with columns a and b to mask."""
    schema = Schema(
        (
            Attribute("a", Role.QUASI_IDENTIFIER, Scale.CONTINUOUS),
            Attribute("b", Role.QUASI_IDENTIFIER, Scale.INTEGER),
            Attribute("c", Role.OTHER),
        )
    )
    project = project_of(place, FileKind.CSV, block=60)
    return replace(project, schema=schema)


@pytest.mark.parametrize(
    "broken",
    [
        "5,6\n",
        '"5,6,7\n',
        "5,x,7\n",
        "5,6.5,7\n",
        "\n\n5,x,7\n",
    ],
)
def test_faults_are_those_of_memory_with_the_same_lines(tmp_path, broken):
    place = tmp_path / "in.csv"
    lines = [f'{i}.5,{i % 3},"{i}\n{i}"\n' for i in range(90)]
    lines[41] = broken
    lines[50] = broken
    place.write_text("a,b,c\n" + "".join(lines), encoding="utf-8")
    project = small(place)
    try:
        _, dataset = read_input(project, Job())
        expected = resolve(project.recipe, project.schema, dataset, project.source).errors
    except Refused as fault:
        expected = fault.problems
    assert expected
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "release", 35)
    assert refused.value.problems == expected


def test_numbers_with_too_many_digits_for_a_typed_file_are_refused(tmp_path):
    place = tmp_path / "in.csv"
    rows = [f"{i}.5,{i % 3},0.1234567890123456789{i}" for i in range(90)]
    place.write_text("\n".join(["a,b,c", *rows, ""]), encoding="utf-8")
    project = with_recipe(small(place), target=Target(FileKind.PARQUET, "out"))
    with pytest.raises(Refused) as refused:
        on_disk(project, tmp_path / "release", 35)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.column) == ("large-rounded", "c")


@pytest.mark.parametrize("cell", ["0.10", "NA", "b"])
@pytest.mark.parametrize("keep_order", [True, False])
def test_a_cell_that_was_spelled_otherwise_breaks_the_promise(
    tmp_path, monkeypatch, cell, keep_order
):
    """Its value is the same: only how it is written differs."""
    other = {"0.10": "0.1", "NA": "", "b": "c"}[cell]
    place = tmp_path / "in.csv"
    rows = [f"{i}.5,{i % 3},{cell if i % 7 == 3 else i + 0.25}" for i in range(90)]
    place.write_text("\n".join(["a,b,c", *rows, ""]), encoding="utf-8")
    project = with_recipe(small(place), keep_order=keep_order)
    source = replace(project.source, options=ReadOptions(missing=("", "NA")))
    project = replace(project, source=source)
    write_large = large_release.write_large

    def spoiled(*given):
        formats = write_large(*given)
        text = given[2].read_text(encoding="utf-8")
        assert f",{cell}\n" in text
        given[2].write_text(text.replace(f",{cell}\n", f",{other}\n", 1), encoding="utf-8")
        return formats

    monkeypatch.setattr("core.pipeline.out_of_core.large_seal.write_large", spoiled)
    with pytest.raises(PromiseBroken):
        on_disk(project, tmp_path / "release", 35)
    assert not (tmp_path / "release").exists()
