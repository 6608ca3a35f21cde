"""What the guided tour says on each step."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.state import Step
from desktop_app.text import tr

# By step: what is decided here, and what to look at. A step without a line has a title only.
LINES: Mapping[Step, str] = {
    Step.DATA: "Here you choose a file and check how it was read. This one is a made-up survey.",
    Step.COLUMNS: "Here you give each column a role: does it name a person, could an outsider "
    "know it, is it sensitive? Click a row to read why its role was suggested.",
    Step.TAXONOMIES: "Here you say how the categories of a column are related, so that similar "
    "ones come into one group.",
    Step.PREPARE: "Here you recode columns before they are masked, and see the risk of the file on "
    "the right. Choose a suggestion and press “Add it”, then watch the figures.",
    Step.METHOD: "Here you choose what must be protected and how strictly. Change k and read "
    "under “What this means” (F9) what follows for this file.",
    Step.RUN: "Here you see what will be masked, published and left out. Nothing is written yet.",
    Step.RESULTS: "Here you judge what was lost and which risk remains. Open the tabs: looking "
    "changes nothing.",
    Step.RELEASE: "Here you answer cautions, sign, and write the release. Hand out its folder "
    "“public” only; “internal” stays in your office.",
}


def decided_here(step: Step) -> str:
    """Return what is decided on a step; empty if the tour has no line for it."""
    return tr(LINES[step]) if step in LINES else ""


def press_next(step: Step, button: str, is_enabled: bool) -> str:
    """Return what to press.

    Parameters
    ----------
    step : Step
        The step in sight.
    button : str
        What its main button says; empty if it has none now.
    is_enabled : bool
        Whether the button can be pressed.
    """
    if step.next is None:
        return tr("This is the last step. The sample may be released to any folder.")
    if button and is_enabled:
        return tr("Then press “{button}” below, or Next.", button=button)
    return tr("Then press Next.")
