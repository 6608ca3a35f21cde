"""One box confirms the same caution for many columns, and names them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from core.model import Role
from desktop_app.state import Step
from tests.desktop.journeys.driver import Traveller
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

AMOUNTS = [f"AMOUNT{number}" for number in range(20)]


def _write_accounts(path: Path) -> Path:
    random, rows = np.random.default_rng(3), 300
    columns = {"AGE": random.integers(18, 90, rows), "SIZE": random.integers(1, 9, rows)}
    columns |= {name: np.round(random.normal(1000, 300, rows), 2) for name in AMOUNTS}
    lines = [",".join(map(str, cells)) for cells in zip(*columns.values(), strict=True)]
    path.write_text("\n".join([",".join(columns), *lines, ""]))
    return path


def test_one_box_stands_for_many_columns(traveller: Traveller, tmp_path: Path) -> None:
    traveller.import_file(_write_accounts(tmp_path / "accounts.csv"))
    traveller.forward()
    masked = dict.fromkeys(["AGE", "SIZE"], Role.QUASI_IDENTIFIER)
    # The roles alternate, as they do in a questionnaire.
    roles = {name: (Role.OTHER, Role.CONFIDENTIAL)[i % 2] for i, name in enumerate(AMOUNTS)}
    traveller.set_roles({**masked, **roles})
    traveller.window.show_step(Step.RUN)
    traveller.wait(lambda: traveller.store.plan_is_current)
    traveller.run()
    traveller.forward()
    boxes = traveller.page(Step.RELEASE).confirming.cautions
    shared = [caution for caution in boxes if len(caution.keys) > 1]
    assert [len(caution.keys) for caution in shared] == [10, 10]
    said = " ".join(caution.said.text() for caution in shared)
    assert "Column AMOUNT0: " in said
    assert "9 other columns: AMOUNT2, AMOUNT4" in said
    assert "9 other columns: AMOUNT3, AMOUNT5" in said
    for caution in boxes:
        press(caution.box)
        type_into(caution.why, "Known.")
        traveller.rest()
    traveller.release(tmp_path / "out")
    assert traveller.page(Step.RELEASE).verdict.headline.text() == "Ready for release"
    log = next((tmp_path / "out" / "internal").glob("*.internal.json"))
    answers = json.loads(log.read_text())["recipe"]["answers"]
    for i, name in enumerate(AMOUNTS):
        assert f"column-unique-{('published', 'confidential')[i % 2]}:{name}" in answers
