"""A labelled file goes through to a release of every kind, and each verifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pyreadstat
import pytest

from core.io import probe, read
from core.jobs import Job
from core.model import Column, Source
from tests.attributes import describe
from tests.core.command_line.conftest import Bench
from tests.statuses import WRITTEN

RECORDS = 60


def labelled(folder: Path) -> Path:
    random = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "age": random.integers(20, 80, RECORDS).astype(float),
            "sex": random.choice([1.0, 2.0], RECORDS),
            "income": np.round(random.lognormal(10, 1, RECORDS), 2),
            "reason": random.choice([1.0, 2.0, 9.0], RECORDS),
            "note": random.choice(["=1+1", "fine", "ok"], RECORDS),
        }
    )
    path = folder / "survey.sav"
    pyreadstat.write_sav(
        frame,
        str(path),
        column_labels=["Age", "Sex of person", "Net income", "Reason given", None],
        variable_value_labels={
            "sex": {1.0: "male", 2.0: "female"},
            "reason": {1.0: "work", 2.0: "family", 9.0: "refused"},
        },
        missing_ranges={"reason": [9]},
    )
    return path


ATTRIBUTES: list[dict[str, object]] = describe(
    "age quasi integer, sex quasi nominal, income confidential continuous, reason other, note other"
)


def write_recipe(bench: Bench, output: Mapping[str, str], **settings: object) -> Path:
    of_survey = {"input": {"path": "survey.sav", "kind": "sav"}, "attributes": ATTRIBUTES}
    output = {"name": "people_protected", **output}
    return bench.recipe({"name": "mdav", "k": 3}, output=output, **{**of_survey, **settings})


def protect(bench: Bench, **output: str) -> Path:
    """Protect and verify the labelled file; return the protected one."""
    survey = labelled(bench.folder)
    write_recipe(bench, output)
    assert bench.protect() in WRITTEN, bench.err
    assert bench.run("verify", bench.log(), "--input", survey) == 0, bench.err
    (path,) = (bench.release / "public").glob(f"people_protected.{output.get('kind', 'sav')}")
    return path


@pytest.fixture(scope="module")
def release_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that protects and verifies the file once for each kind."""

    @cache
    def release(kind: str) -> Path:
        return protect(Bench(tmp_path_factory.mktemp(kind)), kind=kind)

    return release


@pytest.mark.parametrize("kind", ["csv", "ods", "feather"])
def test_a_release_of_each_kind_verifies(release_of: Callable[[str], Path], kind: str) -> None:
    assert release_of(kind).is_file()


@pytest.mark.usefixtures("spawned")
def test_an_spss_file_gives_an_spss_release_with_its_labels(bench: Bench) -> None:
    """New processes read them, as where the program runs."""
    path = protect(bench)
    given, told = pyreadstat.read_sav(str(bench.folder / "survey.sav"), user_missing=True)
    frame, meta = pyreadstat.read_sav(str(path), user_missing=True)
    assert list(frame) == list(given)
    assert meta.variable_value_labels == told.variable_value_labels
    assert meta.column_names_to_labels == told.column_names_to_labels
    assert meta.missing_ranges == told.missing_ranges
    assert meta.readstat_variable_types == told.readstat_variable_types
    assert frame["reason"].tolist() == given["reason"].tolist()
    assert frame["income"].tolist() == given["income"].tolist()
    groups = frame.groupby(["age", "sex"]).size()
    assert groups.min() >= 3


def test_labels_of_codes_that_are_not_in_the_release_stay_behind(bench: Bench) -> None:
    frame, meta = pyreadstat.read_sav(str(labelled(bench.folder)), user_missing=True)
    # Masking takes the only person of this code away; nobody has the others.
    frame.loc[0, "sex"] = 3.0
    labels = {name: dict(texts) for name, texts in meta.variable_value_labels.items()}
    labels["sex"] |= {3.0: "only in Vaduz", 4.0: "nobody"}
    labels["reason"] |= {5.0: "nobody", 8.0: "not at home"}
    pyreadstat.write_sav(
        frame,
        str(bench.folder / "survey.sav"),
        variable_value_labels=labels,
        missing_ranges={"reason": [8, 9]},
    )
    write_recipe(bench, {"kind": "sav"})

    assert bench.protect() in WRITTEN, bench.err
    assert bench.verify(with_input=False) == 0

    path = bench.release / "public/people_protected.sav"
    written = probe(path)
    released = read(Source(str(path), written.kind, written.options), Job())
    texts = {name: released.column(name).labels.meaning() for name in ("sex", "reason")}
    assert set(texts["sex"].values()) == {"male", "female"}
    assert set(texts["reason"].values()) == {"work", "family", "refused"}


def test_an_spss_release_tells_the_scales_of_the_recipe(bench: Bench) -> None:
    levels = ["low", "mid", "high"]
    reason = {"name": "reason", "role": "quasi-identifier", "scale": "ordinal", "order": levels}
    write_recipe(
        bench,
        {"kind": "sav"},
        input={"path": "people.csv", "kind": "csv"},
        attributes=[reason if a["name"] == "reason" else a for a in ATTRIBUTES],
    )
    rows = [[f"{i % 50}", f"{i % 2 + 1}", f"{i}.5", levels[i % 3], "n"] for i in range(60)]
    bench.people([[str(attribute["name"]) for attribute in ATTRIBUTES], *rows])
    assert bench.protect() in WRITTEN, bench.err
    _, meta = pyreadstat.read_sav(str(bench.release / "public/people_protected.sav"))
    assert meta.variable_measure == {
        "age": "scale",
        "sex": "nominal",
        "income": "scale",
        "reason": "ordinal",
        "note": "unknown",
    }


def test_the_same_values_in_pandas_whatever_the_kind(release_of: Callable[[str], Path]) -> None:
    readers = {
        "sav": lambda p: pyreadstat.read_sav(str(p))[0],
        "dta": lambda p: pd.read_stata(p, convert_categoricals=False),
        "xlsx": lambda p: pd.read_excel(p, engine="openpyxl"),
        "parquet": pd.read_parquet,
    }
    frames = {kind: read_kind(release_of(kind)) for kind, read_kind in readers.items()}
    for name in ("age", "sex", "income", "reason"):
        values_in_spss = frames["sav"][name].astype(float).to_numpy()
        for frame in frames.values():
            values = frame[name].astype(float).to_numpy()
            assert np.array_equal(values, values_in_spss, equal_nan=True)


def test_texts_that_would_run_are_neutralised_by_choice(
    release_of: Callable[[str], Path], bench: Bench
) -> None:
    warned = release_of("csv")
    assert "=1+1" in warned.read_text()
    assert "texts-run" in next(warned.parents[1].rglob("*.internal.json")).read_text()
    text = protect(bench, kind="csv", formulas="neutralise").read_text()
    assert "'=1+1" in text
    assert ",=1+1" not in text
    assert "texts-run" not in bench.log().read_text()


def test_kinds_that_are_only_read_are_refused_as_output(bench: Bench) -> None:
    labelled(bench.folder)
    write_recipe(bench, {"kind": "xls"})
    bench.check_refused("output.kind")


REGIONS = {1: "North", 2: "South", 3: "Island", 9: "Nowhere"}


def sixty_people() -> pd.DataFrame:
    """Make 60 persons; the only one of region 3, with a code of its own, has no age."""
    frame = pd.DataFrame(
        {
            "AGE": [20.0 + i % 30 for i in range(60)],
            "REGION": [1.0, 2.0] * 30,
            "HEARD": [1.0, 2.0, 1.0, 2.0, 1.0, 98.0] * 10,
            "ASKER": ["Ann Holm", "Bo Lind"] * 30,
        }
    )
    frame.loc[0, ["AGE", "REGION", "HEARD"]] = [None, 3.0, 97.0]
    return frame


def protect_people(bench: Bench, source: str, target: str) -> Path:
    attributes = describe("AGE quasi integer, REGION other, HEARD other, ASKER drop")
    bench.release_as(
        {"name": "mdav", "k": 5},
        unit="record",
        keep_order=False,
        output={"kind": target, "name": "people_protected"},
        input={"path": f"in.{source}", "kind": source},
        attributes=attributes,
    )
    assert bench.verify(with_input=False) == 0
    return bench.release / f"public/people_protected.{target}"


def columns_of(path: Path) -> Mapping[str, Column]:
    described = probe(path)
    dataset = read(Source(str(path), described.kind, described.options), Job())
    return {column.name: column for column in dataset.columns}


@pytest.mark.parametrize("target", ["sav", "dta", "parquet", "feather"])
def test_labels_and_missing_codes_of_nobody_are_not_written(target: str, bench: Bench) -> None:
    pyreadstat.write_sav(
        sixty_people(),
        str(bench.folder / "in.sav"),
        variable_value_labels={"REGION": REGIONS, "HEARD": {97: "asked by Ann Holm", 98: "no"}},
        missing_ranges={"HEARD": [97, 98]},
        column_labels=["Age", "Region (field worker Bo Lind)", "Heard of it", "Asked by"],
    )
    path = protect_people(bench, "sav", target)
    columns = columns_of(path)
    assert columns["REGION"].labels.meaning() == {"1": "North", "2": "South"}
    assert columns["REGION"].labels.variable == ""
    assert columns["HEARD"].labels.variable == "Heard of it"
    # An SPSS file keeps the code that somebody has; Stata has a letter, Arrow an empty cell.
    assert columns["HEARD"].labels.missing == ((("98", "98"),) if target == "sav" else ())
    for word in ("Island", "Nowhere", "97", "Holm", "Lind"):
        assert word.encode() not in path.read_bytes()


def test_a_category_of_somebody_left_out_is_not_written(bench: Bench) -> None:
    frame = sixty_people().assign(
        REGION=lambda made: made["REGION"].map(REGIONS).astype("category")
    )
    frame.to_parquet(bench.folder / "in.parquet")
    path = protect_people(bench, "parquet", "parquet")
    region = pq.read_table(path, read_dictionary=["REGION"])["REGION"].combine_chunks()
    assert sorted(region.dictionary.to_pylist()) == ["North", "South"]
    assert b"Island" not in path.read_bytes()
