"""The controls of declared settings (`desktop_app.views.fields.declared_fields`), by path.

Each has a title with ``&`` before its mnemonic, and where needed a ``-hint``, names of its choices,
an ``-example`` of a text, and a sentence for an empty control (``-lacks``).
"""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    "setting-top-code-above": Template("Largest va&lue"),
    "setting-top-code-to": Template("Values beyond it beco&me"),
    "setting-top-code-to-threshold": Template("this value"),
    "setting-top-code-to-mean": Template("the mean of those beyond"),
    "setting-bottom-code-below": Template("Smallest va&lue"),
    "setting-bottom-code-to": Template("Values beyond it beco&me"),
    "setting-bottom-code-to-threshold": Template("this value"),
    "setting-bottom-code-to-mean": Template("the mean of those beyond"),
    "setting-round-to": Template("To &multiples of"),
    "setting-rare-fewer_than": Template("Cate&gories with fewer records than"),
    "setting-rare-into": Template("Na&me of the joined category"),
    "setting-rare-into-lacks": Template("Type a name for the joined category."),
    "setting-period-keep": Template("&Keep the"),
    "setting-period-keep-year": Template("year"),
    "setting-period-keep-quarter": Template("quarter"),
    "setting-period-keep-month": Template("month"),
    "setting-lacks-columns": Template("Tick at least one column."),
    "setting-totals-columns": Template("Totals of"),
    "setting-totals-columns-hint": Template("Masked columns of numbers."),
    "setting-totals-by": Template("By"),
    "setting-totals-by-hint": Template("Columns whose combinations of values are the domains."),
    "setting-totals-within": Template("Largest deviation (%)"),
    "setting-totals-within-hint": Template("How far a total may be from the original’s."),
    "setting-scenarios-name": Template("Who knows the columns"),
    "setting-scenarios-name-example": Template("neighbour"),
    "setting-scenarios-name-hint": Template("It stays in the office."),
    "setting-scenarios-name-lacks": Template("Type who knows the columns."),
    "setting-scenarios-columns": Template("Columns that are known"),
    "setting-scenarios-columns-hint": Template("Any released columns."),
    "setting-scenarios-k": Template("k to be held in the release"),
    "setting-scenarios-k-hint": Template(
        "At least so many records, or units, share each combination of its values."
    ),
}
