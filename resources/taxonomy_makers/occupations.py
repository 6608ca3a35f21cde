"""Occupations, the top of ISCO-08; run ``python -m resources.taxonomy_makers.occupations``.

No package holds the classification. Its ten major and 43 sub-major groups are few and well known;
the full table, which the International Labour Organization publishes, is imported by the user (as
a list of codes, which lie below their beginnings).
"""

from __future__ import annotations

from resources.taxonomy_makers.ship import ship

ROOT = "ISCO-08"
TITLES = {
    "0": "Armed forces occupations",
    "01": "Commissioned armed forces officers",
    "02": "Non-commissioned armed forces officers",
    "03": "Armed forces occupations, other ranks",
    "1": "Managers",
    "11": "Chief executives, senior officials and legislators",
    "12": "Administrative and commercial managers",
    "13": "Production and specialized services managers",
    "14": "Hospitality, retail and other services managers",
    "2": "Professionals",
    "21": "Science and engineering professionals",
    "22": "Health professionals",
    "23": "Teaching professionals",
    "24": "Business and administration professionals",
    "25": "Information and communications technology professionals",
    "26": "Legal, social and cultural professionals",
    "3": "Technicians and associate professionals",
    "31": "Science and engineering associate professionals",
    "32": "Health associate professionals",
    "33": "Business and administration associate professionals",
    "34": "Legal, social, cultural and related associate professionals",
    "35": "Information and communications technicians",
    "4": "Clerical support workers",
    "41": "General and keyboard clerks",
    "42": "Customer services clerks",
    "43": "Numerical and material recording clerks",
    "44": "Other clerical support workers",
    "5": "Service and sales workers",
    "51": "Personal service workers",
    "52": "Sales workers",
    "53": "Personal care workers",
    "54": "Protective services workers",
    "6": "Skilled agricultural, forestry and fishery workers",
    "61": "Market-oriented skilled agricultural workers",
    "62": "Market-oriented skilled forestry, fishery and hunting workers",
    "63": "Subsistence farmers, fishers, hunters and gatherers",
    "7": "Craft and related trades workers",
    "71": "Building and related trades workers, excluding electricians",
    "72": "Metal, machinery and related trades workers",
    "73": "Handicraft and printing workers",
    "74": "Electrical and electronic trades workers",
    "75": "Food processing, wood working, garment and other craft and related trades workers",
    "8": "Plant and machine operators, and assemblers",
    "81": "Stationary plant and machine operators",
    "82": "Assemblers",
    "83": "Drivers and mobile plant operators",
    "9": "Elementary occupations",
    "91": "Cleaners and helpers",
    "92": "Agricultural, forestry and fishery labourers",
    "93": "Labourers in mining, construction, manufacturing and transport",
    "94": "Food preparation assistants",
    "95": "Street and related sales and service workers",
    "96": "Refuse workers and other elementary workers",
}


def make() -> None:
    """Make the file."""
    parents: dict[str, list[str]] = {ROOT: []}
    parents |= {code: [code[:-1] or ROOT] for code in TITLES}
    ship(
        "isco08",
        "Occupations (ISCO-08 major and sub-major groups)",
        parents,
        {"en": {ROOT: "All occupations"} | TITLES},
        source="International Labour Organization, ISCO-08 (two upper levels only)",
        version="2008",
        licence="written for Statveil, BSD-3-Clause",
    )


if __name__ == "__main__":
    make()
