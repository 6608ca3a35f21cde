"""Files of statistics programs and tables with types, from the window's import to a release.

What comes out is read by the library that such files are made for, and k is counted there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.model import Scale
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.hands import button_in
from tests.desktop.mouse import press

K = 5
LABELS = {"edu": {1.0: "none", 2.0: "school", 10.0: "university"}}
TITLES = ["Age in years", "Education", "Income"]


def people() -> pd.DataFrame:
    random = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "age": random.integers(18, 80, 80).astype(float),
            "edu": random.choice([1.0, 2.0, 10.0], 80),
            "income": np.round(random.normal(2000, 300, 80), 2),
        }
    )


def _write(path: Path) -> None:
    if path.suffix == ".sav":
        pyreadstat.write_sav(
            people(),
            str(path),
            column_labels=TITLES,
            variable_value_labels=LABELS,
            variable_measure={"age": "scale", "edu": "ordinal", "income": "scale"},
        )
    elif path.suffix == ".dta":
        pyreadstat.write_dta(
            people(), str(path), column_labels=TITLES, variable_value_labels=LABELS
        )
    else:
        people().astype({"age": "int64", "edu": "int64"}).to_parquet(path)


def _read(path: Path) -> tuple[pd.DataFrame, dict[str, dict[float, str]]]:
    if path.suffix == ".parquet":
        return pd.read_parquet(path), {}
    read = pyreadstat.read_sav if path.suffix == ".sav" else pyreadstat.read_dta
    frame, meta = read(str(path))
    assert meta.column_labels == TITLES
    return frame, meta.variable_value_labels


@pytest.mark.parametrize(
    "suffix", [".sav", pytest.param(".dta", marks=pytest.mark.longer), ".parquet"]
)
def test_a_file_with_types_goes_through_the_window_and_keeps_them(
    traveller: Traveller, tmp_path: Path, suffix: str
) -> None:
    source = tmp_path / f"people{suffix}"
    _write(source)
    traveller.import_file(source)
    scales = {a.name: a.scale for a in traveller.store.schema.attributes}
    assert scales["age"] is Scale.INTEGER
    labelled = suffix != ".parquet"
    assert scales["edu"] is (Scale.ORDINAL if labelled else Scale.NOMINAL)
    if labelled:
        assert traveller.store.schema.named("edu").order == ("1", "2", "10")
    while traveller.step is not Step.RUN:
        if traveller.step is Step.TAXONOMIES and not labelled:
            # Codes without labels are categories, whose order or taxonomy only the user knows.
            press(button_in(traveller.page(Step.TAXONOMIES), "No order for all", "No order"))
            traveller.rest()
        traveller.forward()
        traveller.rest()
    traveller.run()
    traveller.forward()
    traveller.release(tmp_path / "release")
    released, labels = _read(tmp_path / "release" / "public" / f"people_protected{suffix}")
    before = people()
    assert released.groupby(["age", "edu"]).size().min() >= K
    assert sorted(released["income"]) == pytest.approx(sorted(before["income"]))
    assert not released[["age", "edu"]].equals(before[["age", "edu"]])
    assert set(released["edu"]) <= set(before["edu"])
    if labelled:
        assert {float(k): v for k, v in labels["edu"].items()} == LABELS["edu"]
