"""What the step Columns says in the panel “What this means”."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import Role
from desktop_app.presenters.unit_words import answer_text
from desktop_app.state.draft import Draft
from desktop_app.state.unit_answer import answered
from desktop_app.text import define, list_names, tr, tr_n

# More names would fill the panel.
_MOST_NAMED = 12


def implications(draft: Draft | None, proposed: str | None = None) -> tuple[str, ...]:
    """Explain the roles of the columns for the release.

    The column that looks like the survey weight is `proposed`.
    """
    if draft is None:
        return ()
    schema = draft.schema
    strata = {name for name in draft.strata if name != draft.weight}
    quasi = [a.name for a in schema.with_role(Role.QUASI_IDENTIFIER)]
    masked = len([name for name in quasi if name not in strata])
    dropped = [a.name for a in schema.attributes if not a.role.is_released]
    hidden = len(schema.with_role(Role.CONFIDENTIAL))
    sentences = [
        tr_n("{count} column is masked.", "{count} columns are masked.", masked),
        tr("Left out of the release: {names}.", names=list_names(dropped, _MOST_NAMED))
        if dropped
        else tr("No column is left out of the release."),
        tr_n(
            "{count} column is confidential and is published as it is.",
            "{count} columns are confidential and are published as they are.",
            hidden,
        )
        if hidden
        else tr("No column is confidential."),
    ]
    sentences += _of_weight(draft, quasi, proposed)
    answer = answered(draft)
    if answer is not None:
        sentences.append(answer_text(answer))
    if strata:
        sentences.append(
            tr(
                "The file is split by {names} (strata): records with different values never come "
                "into one group.",
                names=list_names(sorted(strata)),
            )
        )
    codes = tr(
        "Codes for “don’t know” and “refused” are missing values: declare them on the step Data. "
        "For “not asked”, tick Does not apply below the table."
    )
    return (*sentences, define("quasi-identifier"), codes)


def _of_weight(draft: Draft, masked: Sequence[str], proposed: str | None) -> list[str]:
    """Explain what is published of the survey weight, and whether weighted totals stay."""
    if draft.weight in masked:
        return [
            tr(
                "{name} is the survey weight and is masked. Weighted totals stay.",
                name=draft.weight,
            )
        ]
    if draft.weight is not None and draft.unit is not None:
        return [
            tr(
                "{name} is the survey weight. Totals of the population cannot be estimated without "
                "it: if its values are telling, round it on the step Prepare. Leave it out only if "
                "nobody estimates such totals.",
                name=draft.weight,
            )
        ]
    if draft.weight is not None:
        return [
            tr(
                "{name} is the survey weight. Totals of the population cannot be estimated without "
                "it: if its values are telling, round it on the step Prepare, or choose “Masked "
                "weight”. Leave it out only if nobody estimates such totals.",
                name=draft.weight,
            )
        ]
    if proposed not in masked or proposed in draft.strata or draft.unit is not None:
        return []
    return [
        tr(
            "{name} looks like the survey weight and is masked as any other column, so weighted "
            "totals change. They stay if you choose “Masked weight”.",
            name=proposed,
        )
    ]
