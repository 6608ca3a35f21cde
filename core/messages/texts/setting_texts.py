"""The controls of declared settings (`desktop_app.views.fields.declared_fields`), by path.

A kind of step has a title and a ``-meaning``. Each control has a title with ``&`` before its
mnemonic, and where needed a ``-hint``, names of its choices, an ``-example`` of a text, and a
sentence for an empty control (``-lacks``). Keys of recipes and options have a ``place-NAME``.
"""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Preparing steps.
    "setting-age": Template("Compute ages from dates of birth"),
    "setting-age-meaning": Template(
        "Adds a column with completed years. The date of birth stays; leave it out in a step of "
        "its own."
    ),
    "setting-top-code": Template("Top-code: cap large values"),
    "setting-top-code-meaning": Template(
        "Hides how large the largest values are, such as ages above 90."
    ),
    "setting-bottom-code": Template("Bottom-code: raise small values"),
    "setting-bottom-code-meaning": Template("Hides how small the smallest values are."),
    "setting-band": Template("Group numbers into bands"),
    "setting-band-meaning": Template(
        "Replaces each number by the band in which it lies, such as 15-24."
    ),
    "setting-round": Template("Round numbers"),
    "setting-round-meaning": Template("Rounds each number, for example to the nearest 100."),
    "setting-average": Template("Average neighbouring values"),
    "setting-average-meaning": Template(
        "Replaces each number by the mean of those nearest in size, so that nobody is found by an "
        "exact amount. Totals stay."
    ),
    "setting-level": Template("Use a higher taxonomy level"),
    "setting-level-meaning": Template(
        "Replaces each category by the one above it, such as its major group."
    ),
    "setting-group": Template("Join categories"),
    "setting-group-meaning": Template(
        "Replaces several categories by one, such as regions by a part of the country."
    ),
    "setting-rare": Template("Join rare categories"),
    "setting-rare-meaning": Template("Joins all categories that few records have."),
    "setting-period": Template("Coarsen dates"),
    "setting-period-meaning": Template(
        "Replaces each date by the first day of its year, quarter or month, such as 2025-04-01. "
        "A column that is not masked is released so. A masked one gets the mean of its group, "
        "which is any day; to release first days, give it the scale Ordered categories on the "
        "step Columns."
    ),
    "setting-drop": Template("Leave a column out"),
    "setting-drop-meaning": Template("The column is not released and takes no part in anything."),
    "setting-age-at": Template("Age &on the date in"),
    "setting-age-name": Template("Name of the &new column"),
    "setting-age-name-lacks": Template("Type a name for the new column."),
    "setting-band-by-width": Template("Bands of &one width"),
    "setting-band-width": Template("Wi&dth of a band"),
    "setting-band-from": Template("One band be&gins at"),
    "setting-band-by-cuts": Template("Bands with &these ends"),
    "setting-band-cuts": Template("E&nds of the bands"),
    "setting-band-cuts-hint": Template("Separate them by semicolons or blanks."),
    "setting-band-cuts-example": Template("0; 15; 25; 65; 120"),
    "setting-band-label": Template("A band beco&mes"),
    "setting-band-label-range": Template("a category, such as 15-24"),
    "setting-band-label-middle": Template("the number in its middle"),
    "setting-band-label-lower": Template("its lower end"),
    "setting-level-level": Template("&Level"),
    "setting-level-level-hint": Template("Level 1 is right below the root."),
    "setting-group-into": Template("&Tick the categories to be joined"),
    "setting-top-code-above": Template("Largest va&lue"),
    "setting-top-code-to": Template("Values beyond it beco&me"),
    "setting-top-code-to-threshold": Template("this value"),
    "setting-top-code-to-mean": Template("the mean of those beyond"),
    "setting-bottom-code-below": Template("Smallest va&lue"),
    "setting-bottom-code-to": Template("Values beyond it beco&me"),
    "setting-bottom-code-to-threshold": Template("this value"),
    "setting-bottom-code-to-mean": Template("the mean of those beyond"),
    "setting-round-to": Template("To &multiples of"),
    "setting-average-of": Template("At least so &many values"),
    "setting-rare-fewer_than": Template("Cate&gories with fewer records than"),
    "setting-rare-into": Template("Na&me of the joined category"),
    "setting-rare-into-lacks": Template("Type a name for the joined category."),
    "setting-period-keep": Template("&Keep the"),
    "setting-period-keep-year": Template("year"),
    "setting-period-keep-quarter": Template("quarter"),
    "setting-period-keep-month": Template("month"),
    "setting-unit-largest": Template("Leave out &units with more records than"),
    # What is said of a column.
    "setting-column-known": Template("Others may know its values"),
    "setting-column-known-hint": Template("They can then look for a record by them."),
    "setting-column-sensitive": Template("Its values must not be learned"),
    "setting-column-sensitive-hint": Template(
        "The checklist then counts groups in which everyone has the same value."
    ),
    "setting-column-place": Template("It says where people live or work"),
    "setting-column-place-hint": Template(
        "The checklist then counts areas of few inhabitants by it."
    ),
    "setting-fraction": Template("Share of the population in the file (%)"),
    "setting-fraction-hint": Template(
        "Without it, the survey weight says how many people each record stands for."
    ),
    "setting-data-period": Template("&Data refer to"),
    "setting-data-period-hint": Template("The month, or its last day."),
    "setting-data-period-example": Template("2024-06"),
    "setting-data-period-lacks": Template(
        "Type the month to which the data refer, such as 2024-06."
    ),
    # Conditions.
    "setting-dominance-rule": Template("Dominance rule"),
    "setting-dominance-rule-p-percent": Template("p% rule"),
    "setting-dominance-rule-n-k": Template("(n,k) rule"),
    "setting-dominance-p": Template("p (%)"),
    "setting-dominance-p-hint": Template(
        "Nobody in a group can estimate another unit’s amount to within p per cent."
    ),
    "setting-dominance-n": Template("n"),
    "setting-dominance-n-hint": Template(
        "How many of the largest amounts of a group are added up."
    ),
    "setting-dominance-share": Template("Largest share (%)"),
    "setting-dominance-share-hint": Template(
        "What the n largest amounts may be of the group’s total at most."
    ),
    "setting-diversity-l": Template("At l&east"),
    "setting-diversity-l-hint": Template("How many different values each group with a value has."),
    "setting-lacks-columns": Template("Tick at least one column."),
    "setting-totals-columns": Template("Totals of"),
    "setting-totals-columns-hint": Template("Masked columns of numbers."),
    "setting-totals-by": Template("By"),
    "setting-totals-by-hint": Template("Columns whose combinations of values are the domains."),
    "setting-totals-within": Template("Largest deviation (%)"),
    "setting-totals-within-hint": Template("How far a total may be from the original’s."),
    "setting-totals-factor": Template("Factor"),
    "setting-totals-factor-hint": Template(
        "By how much values may be multiplied or divided at most."
    ),
    "setting-scenarios-name": Template("Who knows the columns"),
    "setting-scenarios-name-example": Template("neighbour"),
    "setting-scenarios-name-hint": Template("It stays in the office."),
    "setting-scenarios-name-lacks": Template("Type who knows the columns."),
    "setting-scenarios-columns": Template("Columns that are known"),
    "setting-scenarios-columns-hint": Template("Any released columns."),
    "setting-scenarios-k": Template("k to be held in the release"),
    "setting-scenarios-k-hint": Template(
        "At least this many records, or units, share each combination of its values."
    ),
    # Where a setting is changed, in sentences ``{@NAME}``; the window names its own controls.
    "place-block": Template("“scale.block”"),
    "place-blocks": Template("“blocks”"),
    "place-change": Template("“change”"),
    "place-categorical": Template("“scale”: “nominal”"),
    "place-categories": Template("“categories”"),
    "place-column_order": Template("“order”"),
    "place-column_scale": Template("“scale”"),
    "place-dates": Template("“input.options.dates”, such as “%d/%m/%Y”"),
    "place-delimiter": Template("“input.options.delimiter”"),
    "place-distance": Template("“distance”"),
    "place-diversity": Template("“diversity”"),
    "place-edge_share": Template("“edge_share”"),
    "place-importance": Template("“importance”"),
    "place-keep_order": Template("“keep_order”: false"),
    "place-kind": Template("“input.kind”"),
    "place-lambda": Template("“lambda”"),
    "place-mapping": Template("“mapping”"),
    "place-merges": Template("“merges”"),
    "place-sources": Template("“sources”"),
    "place-missing_codes": Template("“input.options.missing”"),
    "place-missing_kept": Template("“missing”: “use-observed”"),
    "place-missing_left_out": Template("“missing”: “leave-out”"),
    "place-not_applicable": Template("“not_applicable”"),
    "place-order": Template("“scale”: “ordinal” and “order”"),
    "place-overwrite": Template("--overwrite"),
    "place-prepare": Template("“prepare”"),
    "place-refine": Template("“refine”"),
    "place-role": Template("“role”"),
    "place-scale": Template("“scale”"),
    "place-scratch": Template("--scratch FOLDER"),
    "place-search_with_t": Template("The method “best”"),
    "place-shares": Template("“shares”"),
    "place-skip": Template("“input.options.skip”"),
    "place-skip_end": Template("“input.options.skip_end”"),
    "place-strata": Template("“strata”"),
    "place-taxonomy": Template("“taxonomy”"),
    "place-thousands": Template("“input.options.thousands”"),
    "place-tree": Template("“tree”"),
    "place-tree_share": Template("“tree_share”"),
    "place-unit": Template("“unit”"),
    "place-unit_declared": Template('"unit": {{"id": "…", "columns": […]}} or "unit": "record"'),
    "place-unit_record": Template('"unit": "record"'),
    "place-unit_size": Template("“unit_size” of the method"),
    "place-weight": Template("“weight”"),
}
