"""Terms of the field, each in one sentence: for tooltips and *Explain*."""

from __future__ import annotations

from desktop_app.text.translate import tr

_SENTENCES = {
    "identifier": "A column that names a person or firm directly, such as a name or an ID "
    "number; it is left out of the release.",
    "quasi-identifier": "A column an outsider may know, such as age or place; together several of "
    "them can single out a person or firm, so their values are made alike within groups.",
    "confidential": "A sensitive value, such as income or illness. It is published as it is; "
    "t-closeness forms groups in which its values are spread nearly as in the whole file.",
    "other": "A column that is published as it is and takes no part in the protection.",
    "drop": "A column that is left out of the release: not needed by its users, or too revealing.",
    "link": "The number of a household, firm or school with several records. It is released as a "
    "number drawn at random for each release.",
    "weight": "The survey weight: how many units of the population a record stands for. Means of "
    "groups are weighted by it, and it is published as it is.",
    "masked-weight": "The survey weight, made alike within groups as quasi-identifiers are. Means "
    "of groups are weighted by its original values, so weighted totals stay.",
    "stratum": "A column that splits the file: records with different values never come into one "
    "group, and it is published as it is.",
    "continuous": "Numbers that can take any value, such as an amount; groups get their mean.",
    "integer": "Whole numbers, such as a count; groups get their mean, rounded.",
    "date": "Calendar dates; groups get their mean day.",
    "ordinal": "Values with an order, such as education; groups get their middle category.",
    "nominal": "Values without an order, such as marital status.",
    "taxonomy": "A list that says which categories lie below which, such as nurse and midwife "
    "below health professional. It gives distances between categories. A group gets the category "
    "with the least sum of distances to its records’ categories, which need not cover them all.",
    "semantic-distance": "Two categories are near where they share most of what lies above them: "
    "0 for the same category, up to 1 for those that share nothing.",
    "marginality": "How far a category is from those of a group, all together: the sum of its "
    "semantic distances to them. The group gets the category with the least.",
    "k-anonymity": "Every record shares its quasi-identifiers with at least k − 1 others.",
    "t-closeness": "In every group the confidential values are spread almost as in the whole "
    "file; t is the largest difference allowed, from 0 (none) to 1.",
    "microaggregation": "Similar records are put into small groups, and each group’s "
    "quasi-identifiers are replaced by one value.",
    "cluster": "A group of similar records that get the same quasi-identifiers.",
    "emd": "Earth mover’s distance: how much the values of a group would have to be moved to be "
    "spread as in the whole file, from 0 to 1.",
    "risk-utility map": "Each mark is one run: the farther left, the fewer records can be linked "
    "to their originals; the lower, the less information is lost. Filled marks are on the "
    "Pareto front: no other run is better in both.",
    "cluster-map": "Each grey spot is an original record, each coloured one what a cluster became; "
    "a click on a cluster shows its records. Wheel or a frame drawn with the mouse leads closer, "
    "Esc back to the whole.",
    "principal-component": "The direction in which the records differ most, or most after the "
    "first one; a mix of the quasi-identifiers. Categories lie the nearer to each other the "
    "smaller their semantic distance is.",
    "information-loss": "How much of the records’ differences the protection has removed, in per "
    "cent; lower is better.",
    "figure-intervals": "Each row is a figure with its 95 % interval, in the original and in the "
    "release. A released figure inside the original’s interval leads to no conclusion that the "
    "sample itself contradicts; one outside, in red, does. An arrow points to what lies beyond "
    "the picture.",
    "missing-code": "A text in the file that stands for “no value”, such as NA or -9.",
    "delimiter": "The sign between two values of a line.",
    "encoding": "How the letters of a text file are stored; a wrong one shows as odd signs.",
    "decimal": "The sign between the whole and the broken part of a number.",
    "thousands": "The sign between groups of three digits; never guessed, since 1,234 may be a "
    "fraction.",
    "date-layout": "What dates look like where day and month could be exchanged; never guessed.",
    "fingerprint": "A number computed from the file that changes when any byte of it changes.",
}


_TITLES = {
    "identifier": "Identifier",
    "quasi-identifier": "Quasi-identifier",
    "confidential": "Confidential column",
    "ordinal": "Ordered categories",
    "nominal": "Categories",
    "taxonomy": "Taxonomy",
    "semantic-distance": "Semantic distance",
    "missing-code": "Missing code",
    "delimiter": "Delimiter",
    "encoding": "Encoding",
    "fingerprint": "Fingerprint (SHA-256)",
}


def define(term: str) -> str:
    """Return `term` with its sentence, where the sentence is not shown beside it anyway."""
    return tr("{term}: {sentence}", term=tr(_TITLES[term]), sentence=explain(term))


def explain(term: str) -> str:
    """Return one sentence on `term`; raise ``KeyError`` for an unknown one."""
    return tr(_SENTENCES[term])
