"""A labelled file goes through to a release of every kind, and each verifies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.io import probe, read
from core.jobs import Job
from core.model import Source
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


ATTRIBUTES: list[dict[str, object]] = [
    {"name": "age", "role": "quasi-identifier", "scale": "integer"},
    {"name": "sex", "role": "quasi-identifier", "scale": "nominal"},
    {"name": "income", "role": "confidential", "scale": "continuous"},
    {"name": "reason", "role": "other"},
    {"name": "note", "role": "other"},
]


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
    source = Source(str(path), written.kind, written.options)
    released = read(source, Job())
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
    log = warned.parents[1] / "internal/people_protected.internal.json"
    assert "texts-run" in log.read_text()
    text = protect(bench, kind="csv", formulas="neutralise").read_text()
    assert "'=1+1" in text
    assert ",=1+1" not in text
    assert "texts-run" not in bench.log().read_text()


def test_kinds_that_are_only_read_are_refused_as_output(bench: Bench) -> None:
    labelled(bench.folder)
    write_recipe(bench, {"kind": "xls"})
    assert bench.protect() == 2
    assert "output.kind" in bench.err
