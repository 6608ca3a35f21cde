"""The guide's example of a business survey, from the file to a release in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.state import Step
from desktop_app.wizard.results_page import FIGURES
from resources import FOLDER
from resources.picture_makers.hands import Hands

SAMPLE = FOLDER / "samples" / "business_survey.csv"
COLUMNS = "business-columns.png"
"""The step Columns: a warning about a column that is published as it is."""
CONDITIONS = "business-conditions.png"
"""The step Method: columns of the dominance rule, and rules that were found."""
ATTRIBUTES = "business-attributes.png"
"""The step Results: what one column has lost."""
FIGURES_INSIDE = "business-figures.png"
"""The step Results: figures of the original and of the release."""
CAUTIONS = "business-cautions.png"
"""The step Release: cautions that are answered with reasons."""

ZEROS = ("EMPLOYEES", "WAGES", "INVESTMENT", "EXPORTS")
AMOUNTS = ("EMPLOYEES", "TURNOVER", "PURCHASES", "WAGES", "INVESTMENT", "EXPORTS")
TOTALS = "Total of TURNOVER, by REGION"
RULES = ("PURCHASES <= TURNOVER", "EXPORTS <= TURNOVER")
REASONS = {
    "figures-lost": "The few largest employers and exporters must not be recognisable.",
    "outlier-found": "Among the five largest enterprises none can be told from the others.",
}
"""The reason for each caution, by its key."""


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
    _conditions(hands, take)
    hands.forward()
    hands.run()
    hands.results.tabs.setCurrentWidget(hands.results.attributes)
    hands.rest()
    hands.choose_row(hands.results.attributes.table, "WAGES")
    take(ATTRIBUTES)
    hands.show(Step.RESULTS, FIGURES)
    hands.propose_figures()
    hands.show(Step.RUN)
    hands.run()
    hands.show(Step.RESULTS, FIGURES)
    hands.take(hands.results.figures.figure, TOTALS)
    hands.rest()
    take(FIGURES_INSIDE)
    hands.forward()
    hands.rest()
    for key, why in REASONS.items():
        hands.accept(key, why)
    hands.bring_up(hands.release.confirming)
    take(CAUTIONS)
    hands.write(folder)


def _columns(hands: Hands, take: Callable[[str], None]) -> None:
    hands.set_role("Other", "ANSWERED_BY")
    hands.set_role("Leave out", "OPERATING_RESULT", "YEAR_FOUNDED")
    hands.set_role("Confidential", "OVERDUE_INVOICES")
    hands.rest()
    take(COLUMNS)
    hands.set_role("Leave out", "OVERDUE_INVOICES")
    hands.tick_states(*ZEROS)
    hands.compare_logarithms(*AMOUNTS)
    hands.count_more("REGION", "ACTIVITY")


def _conditions(hands: Hands, take: Callable[[str], None]) -> None:
    method = hands.method
    hands.choose_representatives(categories="Calibrated")
    if not method.conditions.fold.is_open:
        method.conditions.fold.button.click()
    hands.tick(method.conditions.columns, *AMOUNTS)
    method.rules.fold.button.click()
    method.rules.find_button.click()
    hands.rest()
    hands.tick(method.rules.entries, *RULES)
    hands.bring_up(method.conditions.columns)
    take(CONDITIONS)
