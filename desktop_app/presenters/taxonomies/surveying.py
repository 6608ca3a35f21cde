"""Which taxonomies fit the columns of categories; runs in the I/O lane.

`core.encode` is imported inside: it brings numba, and a page is made without waiting for that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import Problem
from core.inspect.profiling.name_words import matches_words
from core.io.taxonomies import (
    Shipped,
    TaxonomyKind,
    is_shipped,
    list_shipped,
    recall_probe,
    taxonomy_path,
)
from core.jobs import Job
from core.model import Dataset, Taxonomy
from core.model.prefix_taxonomy import prefix_lengths

if TYPE_CHECKING:
    from core.encode import Coverage, TaxonomySuggestion

# Words that the name or label of a column coded in a shipped taxonomy has; a star matches
# any ending. The classes of the national versions of NACE are its own.
_NACE = "nace* onace* nacebel* ateco* wz naf cae noga* sbi sni teaor* emtak* pkd"
_ACTIVITY = "industr* sector* activit* branch* wirtschaft* ciiu* cnae*"
_NAMES = {
    "shipped:countries": (
        "country* countries cntry nation* citizen* origin birthplace residence m49 iso "
        "land staat* herkunft* pays pais* nacional*"
    ),
    "shipped:icd10cm": "icd* diag* disease* cause* morbid* krank* maladie* enferm*",
    "shipped:isced2011": (
        "isced* edu educ* school* degree* qualif* schul* bildung* etud* estudio* diplom*"
    ),
    "shipped:isco08": "isco* occ occup* job* profession* beruf* ocupac* metier",
    "shipped:isic4": f"isic* {_ACTIVITY}",
    "shipped:nace2": f"{_NACE} {_ACTIVITY}",
}

# Of columns whose codes are those of an earlier version, in which they mean something else.
_ACTIVITIES = r"(?:nace\W*_?(?:rev\W*_?)?(?:1(?:[._]?1)?|70)|isic\W*_?(?:rev\W*_?)?[123])(?![\dd])"
_EARLIER = {
    "shipped:isced2011": r"isced\W*_?(?:19)?(?:76|97)",
    "shipped:isco08": r"isco\W*_?(?:19)?(?:58|68|88)",
    "shipped:isic4": _ACTIVITIES,
    "shipped:nace2": _ACTIVITIES,
}

# A taxonomy that covers less than this is offered, but not suggested.
_LEAST_SUGGESTED = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class TaxonomySource:
    """A taxonomy that was read.

    Attributes
    ----------
    reference : str
        What a recipe says to use it.
    taxonomy : Taxonomy
        The taxonomy.
    shipped : Shipped or None
        What is known of one that comes with the program.
    kind : TaxonomyKind or None
        How the file of another one is laid out.
    """

    reference: str
    taxonomy: Taxonomy
    shipped: Shipped | None = None
    kind: TaxonomyKind | None = None

    @property
    def title(self) -> str:
        """What it is called: the file's name, if it has no other."""
        return self.shipped.title if self.shipped is not None else Path(self.reference).name


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A taxonomy for a column, and how much of it is covered (spelling is not compared)."""

    source: TaxonomySource
    coverage: Coverage


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What the columns hold, and which taxonomies there are for them.

    Attributes
    ----------
    counts : Mapping of str to Mapping of str to int
        Records of each category, by column.
    offers : Mapping of str to tuple of Offer
        By column, the best first.
    likely : frozenset of pairs of str
        Columns, each with the reference of a taxonomy that they can be taken to be coded in.
    refused : Mapping of str to tuple of Problem
        What is wrong with references that make no taxonomy.
    prefixes : Mapping of str to tuple of str
        Of columns of codes that nest by their leading characters: a code below what it begins
        with, the shortest first.
    """

    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    offers: Mapping[str, tuple[Offer, ...]] = field(default_factory=dict)
    refused: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    likely: frozenset[tuple[str, str]] = frozenset()
    prefixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def suggested(self, column: str) -> Offer | None:
        """Choose the likely taxonomy that covers a column best, if it covers much of it."""
        return next((x for x in self.fitting(column) if self._is_likely(column, x)), None)

    def fitting(self, column: str) -> tuple[Offer, ...]:
        """Select the taxonomies that cover much of a column, likely or not, the best first."""
        offers = self.offers.get(column, ())
        return tuple(x for x in offers if x.coverage.share_mapped >= _LEAST_SUGGESTED)

    def _is_likely(self, column: str, offer: Offer) -> bool:
        return (column, offer.source.reference) in self.likely

    def offer(self, column: str, reference: str | None) -> Offer | None:
        """Look up the offer of a taxonomy for a column, if it was read."""
        offers = self.offers.get(column, ())
        return next((x for x in offers if x.source.reference == reference), None)


def survey(dataset: Dataset, columns: Iterable[str], files: Iterable[str], job: Job) -> Survey:
    """Count the categories of some columns and compare all taxonomies with them.

    These are the shipped ones, and those in `files`. Asks `job` between columns whether to go on.
    """
    from core.encode import category_counts, suggest_taxonomies

    counts = {name: category_counts(dataset.column(name)) for name in columns}
    sources: dict[str, TaxonomySource] = {}
    refused: dict[str, tuple[Problem, ...]] = {}
    ours = {x.reference: x for x in list_shipped()}
    for reference in dict.fromkeys((*ours, *files)):
        probe = recall_probe(taxonomy_path(reference, Path()))
        if probe.taxonomy is None:
            refused[reference] = probe.problems
            continue
        kind = None if is_shipped(reference) else probe.kind
        sources[reference] = TaxonomySource(reference, probe.taxonomy, ours.get(reference), kind)
    job.check()
    taxonomies = {reference: source.taxonomy for reference, source in sources.items()}
    suggestions = suggest_taxonomies(counts, taxonomies)
    job.check()
    offers = {name: _offers(suggestions[name], sources, counts[name]) for name in counts}
    likely = {
        (name, reference)
        for name in counts
        for reference in sources
        if is_likely(reference, f"{name} {dataset.column(name).labels.variable}", counts[name])
    }
    prefixes = {name: _nested(counts[name]) for name in counts}
    return Survey(counts, offers, refused, frozenset(likely), prefixes)


def _nested(codes: Collection[str]) -> tuple[str, ...]:
    """Return a code below what it begins with, where codes nest by their leading characters."""
    lengths = prefix_lengths(codes)
    deepest = min((code for code in codes if lengths and len(code) > lengths[-1]), default="")
    return (*(deepest[:length] for length in lengths), deepest) if lengths else ()


def _offers(
    fitting: Iterable[TaxonomySuggestion],
    sources: Mapping[str, TaxonomySource],
    counts: Mapping[str, int],
) -> tuple[Offer, ...]:
    from core.encode import Coverage

    no_coverage = Coverage(len(counts), sum(counts.values()), 0, ())
    offers = {x.taxonomy: Offer(sources[x.taxonomy], x.coverage) for x in fitting}
    by_title = sorted(sources.values(), key=lambda source: source.title)
    for source in by_title:
        offers.setdefault(source.reference, Offer(source, no_coverage))
    return tuple(offers.values())


def are_bands(categories: Collection[str]) -> bool:
    """Check whether categories are bands of numbers, such as size classes."""
    from core.inspect.profiling.known_orders import recognise_order

    order = recognise_order(tuple(categories))
    return order is not None and order.scale == "bands"


def is_likely(reference: str, about: str, counts: Mapping[str, int]) -> bool:
    """Check whether the categories of a column can be taken to mean those of a taxonomy.

    Bare numbers prove nothing by themselves: 1 and 2 occur among the levels of education, 01 to
    10 among the economic activities, and a column of sexes or of regions has them, too. Nor do
    bands of numbers, such as 0-9 employees: without their punctuation they are numbers.

    Parameters
    ----------
    reference : str
        What a recipe says to use the taxonomy.
    about : str
        Name and label of the column.
    counts : Mapping of str to int
        Records of each category.
    """
    words = _NAMES.get(reference)
    if words is None:
        # Somebody chose this file.
        return True
    if reference in _EARLIER and re.search(_EARLIER[reference], about, re.IGNORECASE):
        return False
    if are_bands(counts):
        return matches_words(about, words)
    numbers = sum(count for value, count in counts.items() if value.strip().isdecimal())
    return 2 * numbers < sum(counts.values()) or matches_words(about, words)
