"""Findings on what the columns of a file have to do with each other."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {
    # Several records of one household, firm, school or person.
    "likely-unit-name": Template(
        "Several records belong to one unit, such as a household, firm or school: its name "
        "indicates it, and {count} different values occur in {rows} records (largest unit: "
        "{largest} records). Columns with one value in each unit: {constant}."
    ),
    "likely-unit-values": Template(
        "Several records probably belong to one unit: its {count} different values number blocks "
        "of at most {largest} records, within which {constant} other columns are constant."
    ),
    "likely-unit-panel": Template(
        "The same units occur in several waves: {count} different values occur in {rows} records, "
        "each at most once for each value of {waves}."
    ),
    # Zero.
    "keep-zeros": Template(
        "Zero probably means “none”: {count} of {rows} values are 0 ({share} %), and no other "
        "value is as frequent. Zeros should stay zeros."
    ),
}
