"""Education levels, the top of ISCED 2011; run ``python -m resources.taxonomy_makers.education``.

No package holds the classification. Its nine levels and the three groups that statistical offices
make of them are few and well known; finer programmes are imported by the user.
"""

from __future__ import annotations

from resources.taxonomy_makers.ship import ship

ROOT = "ISCED 2011"
LEVELS = {
    "low": ("0", "1", "2"),
    "medium": ("3", "4"),
    "high": ("5", "6", "7", "8"),
}
TITLES = {
    ROOT: "All levels",
    "low": "At most lower secondary education",
    "0": "Early childhood education",
    "1": "Primary education",
    "2": "Lower secondary education",
    "medium": "Upper secondary and post-secondary non-tertiary education",
    "3": "Upper secondary education",
    "4": "Post-secondary non-tertiary education",
    "high": "Tertiary education",
    "5": "Short-cycle tertiary education",
    "6": "Bachelor’s or equivalent level",
    "7": "Master’s or equivalent level",
    "8": "Doctoral or equivalent level",
}
# How Eurostat's tables spell the levels and groups.
GROUPS = {"low": "ED0-2", "medium": "ED3_4", "high": "ED5-8"}


def make() -> None:
    """Make the file."""
    parents: dict[str, list[str]] = {ROOT: []}
    for group, levels in LEVELS.items():
        parents |= {group: [ROOT]} | {level: [group] for level in levels}
    eurostat = {level: f"ED{level}" for levels in LEVELS.values() for level in levels} | GROUPS
    ship(
        "isced2011",
        "Education levels (ISCED 2011)",
        parents,
        {"en": TITLES, "eurostat": eurostat},
        source="UNESCO Institute for Statistics, ISCED 2011 (levels only); groups as in "
        "Eurostat’s tables",
        version="2011",
        licence="written for Statveil, BSD-3-Clause",
    )


if __name__ == "__main__":
    make()
