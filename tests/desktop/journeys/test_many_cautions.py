"""One box confirms the same question for many columns, and names them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core.model import Role
from desktop_app.state import Step
from tests.desktop.keys import type_into
from tests.desktop.mouse import press

AMOUNTS = [f"AMOUNT{number}" for number in range(8)]


def _write_accounts(path: Path) -> Path:
    """Write accounts of which 10 of 300 are alone with each of their amounts, the others not."""
    random, rows, lone = np.random.default_rng(3), 300, 10
    shared = np.arange(rows - lone) // 2
    accounts = np.concatenate((shared, np.arange(rows - lone, rows)))
    columns = {"AGE": random.integers(18, 90, rows), "SIZE": random.integers(1, 9, rows)}
    columns |= {name: np.round(random.normal(1000, 300, rows), 2)[accounts] for name in AMOUNTS}
    lines = [",".join(map(str, cells)) for cells in zip(*columns.values(), strict=True)]
    path.write_text("\n".join([",".join(columns), *lines, ""]))
    return path


@pytest.mark.usefixtures("usual_office")
def test_one_box_stands_for_many_columns(traveller, tmp_path) -> None:
    traveller.import_file(_write_accounts(tmp_path / "accounts.csv"))
    traveller.forward()
    masked = dict.fromkeys(["AGE", "SIZE"], Role.QUASI_IDENTIFIER)
    # The roles alternate, as they do in a questionnaire.
    roles = {name: (Role.OTHER, Role.CONFIDENTIAL)[i % 2] for i, name in enumerate(AMOUNTS)}
    traveller.set_roles({**masked, **roles})
    traveller.protect()
    traveller.forward()
    page = traveller.page(Step.RELEASE)
    boxes = page.confirming.questions
    # Counted is what the user sees.
    asked = "1 question is open"
    assert page.confirming.summary.text().startswith(f"{asked}.")
    traveller.release(tmp_path / "early")
    assert page.verdict.headline.text() == f"Verified, not yet ready: {asked}"
    (shared,) = boxes
    assert len(shared.counts) == len(AMOUNTS)
    assert "Column AMOUNT0: " in shared.sentence.text()
    assert "7 other columns: AMOUNT1, AMOUNT2" in shared.sentence.text()
    for question in boxes:
        press(question.box)
        traveller.do(type_into, question.why, "Known.")
    traveller.release(tmp_path / "out")
    assert page.verdict.headline.text() == "Ready for release"
    log = next((tmp_path / "out" / "internal").glob("*.internal.json"))
    answers = json.loads(log.read_text())["recipe"]["answers"]
    assert {f"plain-amount:{name}" for name in AMOUNTS} <= set(answers)
