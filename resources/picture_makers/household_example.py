"""The guide's example of a household survey, from the file to a release in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from resources import FOLDER
from resources.picture_makers.hands import Hands

SAMPLE = FOLDER / "samples" / "household_members.csv"
UNITS = "household-units.png"
"""The question on units of several rows, answered."""
COLUMNS = "household-columns.png"
"""The step Columns: roles, and a question that does not apply."""
METHOD = "household-method.png"
"""The step Method: k, the method, and what the settings mean."""
CONDITIONS = "household-conditions.png"
"""The step Results: what was promised and what was counted."""
VERDICT = "household-verdict.png"
"""The step Release: ready."""

LEFT_OUT = (
    "EDUCATION",
    "SCHOOL_GRADE",
    "ACTIVITY",
    "EARNINGS",
    "BENEFITS",
    "INCOME",
    "REGION",
    "WEIGHT",
)
AMOUNTS = ("HOUSEHOLD_INCOME", "RENT")
REASON = "The spread of rents and hours is studied in the office only."
"""Why two columns may keep the means of their groups."""
MEMBERS_BY = ("RELATION", "AGE")
RULES = (
    "if AGE < 15 then HOURS is not applicable",
    "if MARITAL_STATUS = 'married' then AGE >= 16",
    "if TENURE in ('owner', 'rent-free') then RENT is not applicable",
)


def walk(hands: Hands, folder: Path, take: Callable[[str], None]) -> None:
    """Do what the guide says, as far as the written release.

    Parameters
    ----------
    hands : Hands
        In front of a window without a file.
    folder : Path
        Gets the release.
    take : callable
        Is called with the name of a picture at the moment that it shows.
    """
    hands.fold_meaning(folded=True)
    hands.import_file(SAMPLE)
    hands.forward()
    _columns(hands, take)
    hands.forward()
    hands.leave_without_order()
    hands.forward()
    hands.rest()
    hands.forward()
    hands.rest()
    hands.fold_meaning(folded=False)
    take(METHOD)
    hands.fold_meaning(folded=True)
    hands.choose_representatives(aggregate="Mean, moments restored", categories="Calibrated")
    _conditions(hands)
    hands.forward()
    hands.run()
    hands.results.tabs.setCurrentWidget(hands.results.conditions)
    hands.rest()
    take(CONDITIONS)
    hands.forward()
    hands.rest()
    hands.accept("means-left", REASON)
    hands.accept("figures-lost", REASON)
    hands.write(folder)
    take(VERDICT)


def _columns(hands: Hands, take: Callable[[str], None]) -> None:
    hands.set_role("Leave out", *LEFT_OUT)
    hands.set_role("Quasi-identifier", *AMOUNTS)
    hands.set_scale("Continuous", *AMOUNTS)
    hands.tick_states("HOUSEHOLD_INCOME", "RENT", "HOURS")
    take(COLUMNS)
    hands.count_more(*AMOUNTS, "HOURS")
    units = hands.columns.units
    units.bar.form_button.click()
    hands.rest()
    hands.tick(units.form.members_by, *MEMBERS_BY)
    units.form.linked.click()
    hands.rest()
    units.form.area.verticalScrollBar().setValue(0)
    take(UNITS)
    hands.forward()
    hands.rest()


def _conditions(hands: Hands) -> None:
    method = hands.method
    if not method.conditions.fold.is_open:
        method.conditions.fold.button.click()
    hands.tick(method.conditions.columns, *AMOUNTS)
    method.rules.fold.button.click()
    for rule in RULES:
        hands.add_rule(rule)
