"""A labelled file goes through to a release of every kind, and each verifies."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.command_line import main
from core.io import probe, read
from core.jobs import Job
from core.model import Source
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


def recipe(folder: Path, output: dict[str, str]) -> Path:
    document = {
        "format": "statveil-recipe/2",
        "input": {"path": "survey.sav", "kind": "sav"},
        "attributes": [
            {"name": "age", "role": "quasi-identifier", "scale": "integer"},
            {"name": "sex", "role": "quasi-identifier", "scale": "nominal"},
            {"name": "income", "role": "confidential", "scale": "continuous"},
            {"name": "reason", "role": "other"},
            {"name": "note", "role": "other"},
        ],
        "keep_order": True,
        "method": {"name": "mdav", "k": 3},
        "output": {"name": "out", **output},
    }
    path = folder / "recipe.json"
    path.write_text(json.dumps(document))
    return path


def protect(folder: Path, **output: str) -> Path:
    labelled(folder)
    target = folder / "release"
    assert main(["protect", str(recipe(folder, output)), "--output", str(target)]) in WRITTEN
    log = str(target / "internal/out.internal.json")
    assert main(["verify", log, "--input", str(folder / "survey.sav")]) == 0
    return target


@pytest.fixture(scope="module")
def release_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that protects and verifies the file once for each kind."""

    @cache
    def release(kind: str) -> Path:
        return protect(tmp_path_factory.mktemp(kind), kind=kind)

    return release


@pytest.mark.parametrize(
    "kind", ["sav", *(pytest.param(kind, marks=pytest.mark.longer) for kind in ("xlsx", "parquet"))]
)
@pytest.mark.usefixtures("spawned")
def test_a_release_that_new_processes_read_verifies(
    release_of: Callable[[str], Path], kind: str
) -> None:
    assert (release_of(kind) / "public" / f"out.{kind}").is_file()


@pytest.mark.parametrize("kind", ["csv", "ods", "dta", "feather"])
def test_a_release_of_each_kind_verifies(release_of: Callable[[str], Path], kind: str) -> None:
    assert (release_of(kind) / "public" / f"out.{kind}").is_file()


def test_an_spss_file_gives_an_spss_release_with_its_labels(tmp_path: Path) -> None:
    target = protect(tmp_path)
    given, told = pyreadstat.read_sav(str(tmp_path / "survey.sav"), user_missing=True)
    frame, meta = pyreadstat.read_sav(str(target / "public/out.sav"), user_missing=True)
    assert list(frame) == list(given)
    assert meta.variable_value_labels == told.variable_value_labels
    assert meta.column_names_to_labels == told.column_names_to_labels
    assert meta.missing_ranges == told.missing_ranges
    assert meta.readstat_variable_types == told.readstat_variable_types
    assert frame["reason"].tolist() == given["reason"].tolist()
    assert frame["income"].tolist() == given["income"].tolist()
    groups = frame.groupby(["age", "sex"]).size()
    assert groups.min() >= 3


@pytest.mark.parametrize("kind", ["sav", "dta", "parquet"])
def test_labels_of_codes_that_are_not_in_the_release_stay_behind(tmp_path: Path, kind: str) -> None:
    frame, meta = pyreadstat.read_sav(str(labelled(tmp_path)), user_missing=True)
    # Masking takes the only person of this code away; nobody has the others.
    frame.loc[0, "sex"] = 3.0
    labels = {name: dict(texts) for name, texts in meta.variable_value_labels.items()}
    labels["sex"] |= {3.0: "only in Vaduz", 4.0: "nobody"}
    labels["reason"] |= {5.0: "nobody", 8.0: "not at home"}
    pyreadstat.write_sav(
        frame,
        str(tmp_path / "survey.sav"),
        variable_value_labels=labels,
        missing_ranges={"reason": [8, 9]},
    )
    target = tmp_path / "release"
    path = recipe(tmp_path, {"kind": kind})

    assert main(["protect", str(path), "--output", str(target)]) in WRITTEN
    assert main(["verify", str(target / "internal/out.internal.json")]) == 0

    written = probe(target / f"public/out.{kind}")
    source = Source(str(target / f"public/out.{kind}"), written.kind, written.options)
    released = read(source, Job())
    texts = {name: released.column(name).labels.meaning() for name in ("sex", "reason")}
    assert set(texts["sex"].values()) == {"male", "female"}
    # A Parquet file has empty cells instead of codes for missing values.
    refused = set() if kind == "parquet" else {"refused"}
    assert set(texts["reason"].values()) == {"work", "family"} | refused


def test_an_spss_release_tells_the_scales_of_the_recipe(tmp_path: Path) -> None:
    path = recipe(tmp_path, {"kind": "sav"})
    document = json.loads(path.read_text())
    document["input"] = {"path": "survey.csv", "kind": "csv"}
    document["attributes"][3] |= {
        "role": "quasi-identifier",
        "scale": "ordinal",
        "order": ["low", "mid", "high"],
    }
    path.write_text(json.dumps(document))
    lines = [f"{i % 50},{i % 2 + 1},{i}.5,{('low', 'mid', 'high')[i % 3]},n" for i in range(60)]
    (tmp_path / "survey.csv").write_text("\n".join(["age,sex,income,reason,note", *lines]))
    assert main(["protect", str(path), "--output", str(tmp_path / "release")]) in WRITTEN
    _, meta = pyreadstat.read_sav(str(tmp_path / "release" / "public/out.sav"))
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
    frames = {
        kind: read(release_of(kind) / "public" / f"out.{kind}") for kind, read in readers.items()
    }
    for name in ("age", "sex", "income", "reason"):
        values_in_spss = frames["sav"][name].astype(float).to_numpy()
        for frame in frames.values():
            values = frame[name].astype(float).to_numpy()
            assert np.array_equal(values, values_in_spss, equal_nan=True)


def test_texts_that_would_run_are_neutralised_by_choice(
    release_of: Callable[[str], Path], tmp_path: Path
) -> None:
    warned = release_of("csv")
    assert "=1+1" in (warned / "public/out.csv").read_text()
    assert "texts-run" in (warned / "internal/out.internal.json").read_text()
    safe = protect(tmp_path, kind="csv", formulas="neutralise")
    text = (safe / "public/out.csv").read_text()
    assert "'=1+1" in text
    assert ",=1+1" not in text
    assert "texts-run" not in (safe / "internal/out.internal.json").read_text()


def test_kinds_that_are_only_read_are_refused_as_output(tmp_path: Path, capsys) -> None:
    labelled(tmp_path)
    path = recipe(tmp_path, {"kind": "xls"})
    assert main(["protect", str(path), "--output", str(tmp_path / "r")]) == 2
    assert "output.kind" in capsys.readouterr().err
