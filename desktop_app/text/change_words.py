"""What was changed, in a few words."""

from __future__ import annotations

from core.messages import CATALOGUE
from desktop_app.state.changes import Change, What
from desktop_app.text.problems import message
from desktop_app.text.translate import tr, tr_n


def change_text(change: Change) -> str:
    """Return what was changed, such as ``role of RENT``."""
    if len(change.names) == 1:
        columns = change.names[0]
    else:
        columns = tr_n("{count} column", "{count} columns", len(change.names))
    match change.what:
        case What.PARAMETER:
            code = f"parameter-{change.names[0]}"
            return message(code) if code in CATALOGUE else tr("settings of the method")
        case What.SEVERAL:
            return tr("several settings")
    return {
        What.ROLE: tr("role of {columns}", columns=columns),
        What.SCALE: tr("scale of {columns}", columns=columns),
        What.ORDER: tr("order of {columns}", columns=columns),
        What.CATEGORIES: tr("categories of {columns}", columns=columns),
        What.DOMAIN: tr("domain of {columns}", columns=columns),
        What.COLUMN: tr("settings of {columns}", columns=columns),
        What.DECLINED: tr("proposal to leave out {columns}", columns=columns),
        What.METHOD: tr("method"),
        What.MISSING: tr("treatment of missing values"),
        What.STRATA: tr("strata"),
        What.WEIGHT: tr("survey weight"),
        What.ZEROS: tr("zeros of {columns}", columns=columns),
        What.NOT_APPLICABLE: tr("“does not apply” in {columns}", columns=columns),
        What.DOMINANCE: tr("dominance rule"),
        What.RULES: tr("edit rules"),
        What.TOTALS: tr("totals by domain"),
        What.SCENARIOS: tr("scenarios"),
        What.BLOCKS: tr("blocks of a large file"),
        What.UNIT: tr("unit of protection"),
        What.TARGET: tr("released file"),
        What.KEEP_ORDER: tr("order of the records"),
        What.FIGURES: tr("figures of users"),
        What.PREPARE: tr("preparing steps"),
    }[change.what]
