"""What was changed, in a few words."""

from __future__ import annotations

from core.messages import CATALOGUE
from desktop_app.state.changes import Change, What
from desktop_app.text.lists import list_names
from desktop_app.text.problems import message
from desktop_app.text.translate import tr

_PARTS, _NAMES = 3, 2


def change_text(change: Change) -> str:
    """Name what was changed, such as ``role of RENT``."""
    return list_names([_part_text(part) for part in (change, *change.also)], _PARTS)


def _part_text(change: Change) -> str:
    columns = list_names(change.names, _NAMES)
    if change.what is What.PARAMETER:
        code = f"parameter-{change.names[0]}"
        return message(code) if code in CATALOGUE else tr("settings of the method")
    return {
        What.ROLE: tr("role of {columns}", columns=columns),
        What.SCALE: tr("scale of {columns}", columns=columns),
        What.ORDER: tr("order of {columns}", columns=columns),
        What.CATEGORIES: tr("categories of {columns}", columns=columns),
        What.DOMAIN: tr("domain of {columns}", columns=columns),
        What.MEANING: tr("what {columns} means", columns=columns),
        What.DISTANCE: tr("how {columns} is compared", columns=columns),
        What.BLANKS: tr("false categories of {columns}", columns=columns),
        What.COLUMN: tr("settings of {columns}", columns=columns),
        What.DECLINED: tr("proposal to leave out {columns}", columns=columns),
        What.METHOD: tr("method"),
        What.MISSING: tr("treatment of missing values"),
        What.STRATA: tr("strata"),
        What.WEIGHT: tr("survey weight"),
        What.FRACTION: tr("share of the population"),
        What.POPULATION: tr("population counts"),
        What.SOURCES: tr("published tables"),
        What.EARLIER_FILES: tr("files released earlier"),
        What.PERIOD: tr("period of the data"),
        What.ZEROS: tr("zeros of {columns}", columns=columns),
        What.NOT_APPLICABLE: tr("“does not apply” in {columns}", columns=columns),
        What.DOMINANCE: tr("dominance rule"),
        What.DIVERSITY: tr("different values in each group"),
        What.RULES: tr("edit rules"),
        What.TOTALS: tr("totals by domain"),
        What.SCENARIOS: tr("scenarios"),
        What.BLOCKS: tr("blocks of a large file"),
        What.MERGES: tr("groups of an earlier release"),
        What.UNIT: tr("unit of protection"),
        What.TARGET: tr("released file"),
        What.KEEP_ORDER: tr("order of the records"),
        What.PROFILE: tr("profile"),
        What.FIGURES: tr("figures of users"),
        What.PREPARE: tr("preparing steps"),
        What.SETTINGS: tr("settings"),
    }[change.what]
