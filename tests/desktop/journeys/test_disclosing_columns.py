"""Published columns that reveal others are cautions; each is answered by keys, and no other way."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from core.model import Role
from desktop_app.state import Step, StepState
from desktop_app.wizard.release.confirming import Confirming
from tests.desktop.journeys.driver import Traveller
from tests.desktop.journeys.hands import Keyboard

RECORDS = 3_000
SHOWN = ["SEX", "OCCUPATION", "MARITAL_STATUS"]
MASKED = dict.fromkeys(["AGE", "INCOME"], Role.QUASI_IDENTIFIER)
ROLES = {**MASKED, **dict.fromkeys(["TAX", *SHOWN], Role.OTHER)}
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Write a file in which a tax follows from the income of those who pay it."""
    draw = np.random.default_rng(17)
    income = draw.integers(1_000, 9_000, RECORDS)
    rare = draw.choice(30, RECORDS, p=np.array([0.14] * 6 + [0.16 / 24] * 24))
    columns = {
        "AGE": draw.integers(18, 80, RECORDS),
        "INCOME": income,
        "TAX": np.round(0.4 * np.clip(income - 4_000, 0, None), 1),
        "SEX": draw.choice(["f", "m"], RECORDS),
        "OCCUPATION": [f"job {at}" for at in rare],
        "MARITAL_STATUS": draw.choice(["a", "b", "c", "d"], RECORDS, p=[0.5, 0.4, 0.08, 0.02]),
    }
    path = tmp_path / "people.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([columns, *zip(*columns.values(), strict=True)])
    return path


def expected(path: Path) -> dict[str, str]:
    """Count in plain Python what the cautions have to say."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    paying = sum(float(row["TAX"]) > 0 for row in rows)
    together = Counter(tuple(row[name] for name in SHOWN) for row in rows)
    alone = sum(count == 1 for count in together.values())
    assert alone > 1
    return {
        "caution-undone-part:TAX": f"in {paying:,} records the masked INCOME can be computed",
        "caution-combination": (
            "SEX, OCCUPATION, MARITAL_STATUS are published as they are, and "
            f"{alone} of {RECORDS:,} records are the only ones"
        ),
    }


def to_run(traveller: Traveller, path: Path) -> None:
    """Import the file, give the columns their roles, and go to the step Run."""
    traveller.import_file(path)
    traveller.forward()
    traveller.rest()
    traveller.set_roles(ROLES)
    while traveller.step is not Step.RUN:
        traveller.forward()
        traveller.rest()


def go_on(keyboard: Keyboard, traveller: Traveller) -> None:
    """Press Ctrl+Return once the main button can be pressed."""
    traveller.rest()
    traveller.wait(traveller.window.footer.main_button.isEnabled)
    keyboard.press(Qt.Key.Key_Return, CONTROL)


def answer(keyboard: Keyboard, traveller: Traveller, confirming: Confirming) -> dict[str, str]:
    """Tick each caution with Space and type a reason; return what was said of each."""
    said = {}
    for caution in confirming.cautions:
        (key,) = caution.keys
        said[key] = caution.said.text()
        keyboard.tab_to(lambda widget, box=caution.box: widget is box)
        keyboard.press(Qt.Key.Key_Space)
        traveller.rest()
        keyboard.press(Qt.Key.Key_Tab)
        keyboard.type(f"Why {len(said)}")
        traveller.rest()
    assert confirming.summary.text().startswith("All cautions are confirmed.")
    return said


def stated(folder: Path) -> dict[str, str]:
    """Return the reasons in the public log, whose sentences must not hold a figure."""
    log = json.loads(next((folder / "public").glob("*.audit.json")).read_text("utf-8"))
    of_columns = [c for c in log["cautions"] if c["code"] in ("caution-undone-part", _TOGETHER)]
    assert not any(sign.isdigit() for caution in of_columns for sign in caution["text"])
    return {caution["code"]: caution["why"] for caution in of_columns}


_TOGETHER = "caution-combination"


def check(said: dict[str, str], people: Path, folder: Path) -> None:
    """Compare what was said and released with what was counted."""
    for key, words in expected(people).items():
        assert words in said[key]
    reasons = {key.split(":")[0]: f"Why {at}" for at, key in enumerate(said, start=1)}
    assert stated(folder) == {key: reasons[key] for key in ("caution-undone-part", _TOGETHER)}


def test_the_step_release_asks(traveller: Traveller, people: Path, tmp_path: Path):
    to_run(traveller, people)
    keyboard, page = Keyboard(), traveller.page(Step.RELEASE)
    go_on(keyboard, traveller)
    traveller.wait(lambda: traveller.step is Step.RESULTS)
    go_on(keyboard, traveller)
    traveller.rest()
    said = answer(keyboard, traveller, page.confirming)
    keyboard.tab_to(lambda widget: widget is page.form.folder)
    keyboard.press(Qt.Key.Key_A, CONTROL)
    keyboard.type(str(tmp_path / "out"))
    go_on(keyboard, traveller)
    traveller.wait(page.verdict.isVisible)
    traveller.rest()
    assert page.verdict.headline.text() == "Ready for release"
    assert traveller.window.step_state(Step.RELEASE) is StepState.DONE
    check(said, people, tmp_path / "out")
