"""A file of a statistics program, from the window's import to a release.

What comes out is read by the library that such files are made for, and k is counted there.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from core.model import Scale
from desktop_app.state import Step

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


def test_a_file_with_types_goes_through_the_window_and_keeps_them(traveller, tmp_path) -> None:
    source = tmp_path / "people.sav"
    pyreadstat.write_sav(
        people(),
        str(source),
        column_labels=TITLES,
        variable_value_labels=LABELS,
        variable_measure={"age": "scale", "edu": "ordinal", "income": "scale"},
    )
    traveller.import_file(source)
    scales = {a.name: a.scale for a in traveller.store.schema.attributes}
    assert scales["age"] is Scale.INTEGER
    assert scales["edu"] is Scale.ORDINAL
    assert traveller.store.schema.named("edu").order == ("1", "2", "10")
    while traveller.step is not Step.RUN:
        traveller.do(traveller.forward)
    traveller.run()
    traveller.forward()
    traveller.release(tmp_path / "release")
    released, meta = pyreadstat.read_sav(str(tmp_path / "release/public/people_protected.sav"))
    before = people()
    assert meta.column_labels == TITLES
    assert released.groupby(["age", "edu"]).size().min() >= K
    assert sorted(released["income"]) == pytest.approx(sorted(before["income"]))
    assert not released[["age", "edu"]].equals(before[["age", "edu"]])
    assert set(released["edu"]) <= set(before["edu"])
    assert {float(k): v for k, v in meta.variable_value_labels["edu"].items()} == LABELS["edu"]
