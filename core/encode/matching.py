"""Matches values with taxonomies by names, labels, codes and similar spellings.

How well a taxonomy covers a column then shows whether it suits the column.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from core.model import Taxonomy

# Minimum similarity of a suggested spelling.
_LEAST_LIKENESS = 0.6
_COMPARED = 20
_SIMILAR = 5
# Only this many of the most frequent values are compared by spelling.
_SPELLED_VALUES = 300

_Name = tuple[str, str, str]  # category, label, system


class Match(StrEnum):
    """How a category matches a value, from most to least certain."""

    LABEL = "label"
    CASE = "case"
    ACCENTS = "accents"
    CODE = "code"
    SPELLING = "spelling"


@dataclass(frozen=True, slots=True)
class CategoryCandidate:
    """A category that a value may mean.

    Attributes
    ----------
    match : Match
        The kind of match: exact label or code; equal except for case; equal except for case,
        accents and punctuation, perhaps with its code; the same code except for punctuation and
        the letter of its section; or similar.
    system : str
        Language or code system of that label; empty for the category's name.
    """

    category: str
    match: Match
    label: str
    system: str


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A value that is not a category, its number of records, and its candidates, best first."""

    value: str
    records: int
    candidates: tuple[CategoryCandidate, ...]

    @property
    def meaning(self) -> str | None:
        """The only certain candidate; ``None`` without one or with several."""
        sure = [c for c in self.candidates if c.match is not Match.SPELLING]
        best = {c.category for c in sure if c.match is sure[0].match}
        return sure[0].category if len(best) == 1 else None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How well a taxonomy covers a column.

    Attributes
    ----------
    values, records : int
        Number of distinct values, and of records with a value.
    covered_records : int
        Number of records whose value is a category unchanged.
    unmatched : tuple of Unmatched
        The other values, in descending order of frequency.
    """

    values: int
    records: int
    covered_records: int
    unmatched: tuple[Unmatched, ...]

    @property
    def share(self) -> float:
        """Share of records whose value is a category unchanged."""
        return self.covered_records / self.records if self.records else 0.0

    @property
    def share_mapped(self) -> float:
        """Share of records covered after `mapping`."""
        n_mapped = sum(value.records for value in self.unmatched if value.meaning is not None)
        return (self.covered_records + n_mapped) / self.records if self.records else 0.0

    @property
    def mapping(self) -> dict[str, str]:
        """The certain meanings of values that are not categories."""
        meanings = ((x.value, x.meaning) for x in self.unmatched)
        return {value: meaning for value, meaning in meanings if meaning is not None}


@dataclass(frozen=True, slots=True)
class TaxonomySuggestion:
    """A taxonomy suggested for a column, with its coverage."""

    taxonomy: str
    coverage: Coverage


class Matcher:
    """Finds the categories of a taxonomy that values may mean.

    Parameters
    ----------
    taxonomy : Taxonomy
        Its implied root is never found.
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        places = taxonomy.domain.tolist()
        self._categories = {taxonomy.nodes[i] for i in places}
        names = [(taxonomy.nodes[i], taxonomy.nodes[i], "") for i in places]
        labels = [
            (taxonomy.nodes[i], node_labels[i], system)
            for system, node_labels in taxonomy.labels.items()
            for i in places
            if node_labels[i]
        ]
        self._alike = (
            (Match.LABEL, str, _index(labels, str)),
            (Match.CASE, str.casefold, _index(names + labels, str.casefold)),
            (Match.ACCENTS, fold, _index(names + labels + _code_and_label(labels), fold)),
            (Match.CODE, join_code, _index(names + labels + _spell_lettered(taxonomy), join_code)),
        )
        self._names = names + labels

    # Most taxonomies that are looked at are never compared by spelling.
    @cached_property
    def _spellings(self) -> list[str]:
        return [fold(name[1]) for name in self._names]

    @cached_property
    def _by_pair(self) -> dict[str, list[int]]:
        """Positions of the spellings that have each pair of letters."""
        positions: dict[str, list[int]] = defaultdict(list)
        for i, spelled in enumerate(self._spellings):
            for pair in set(pairs(spelled)):
                positions[pair].append(i)
        return positions

    def coverage(self, counts: Mapping[str, int], spelling: bool = True) -> Coverage:
        """Measure how well the taxonomy covers a column.

        Parameters
        ----------
        counts : Mapping of str to int
            Records of each value.
        spelling : bool
            Whether values without any other match are compared by spelling, which is slow.
        """
        covered = {value: count for value, count in counts.items() if value in self._categories}
        uncovered = sorted(
            (-count, value) for value, count in counts.items() if value not in covered
        )
        unmatched = tuple(
            Unmatched(value, -count, self.candidates(value, spelling and i < _SPELLED_VALUES))
            for i, (count, value) in enumerate(uncovered)
        )
        return Coverage(len(counts), sum(counts.values()), sum(covered.values()), unmatched)

    def candidates(self, value: str, spelling: bool = True) -> tuple[CategoryCandidate, ...]:
        """Find the categories that a value may mean, best match first."""
        for match, key, index in self._alike:
            matches = index.get(key(value), ())
            if matches:
                return _drop_repeated(
                    CategoryCandidate(name[0], match, name[1], name[2]) for name in matches
                )
        # A code with a different digit is another code, not a misspelling.
        return self._find_similar(fold(value)) if spelling and any(map(str.isalpha, value)) else ()

    def _find_similar(self, spelled: str) -> tuple[CategoryCandidate, ...]:
        """Find the categories with the most similar spelling."""
        shared = Counter(i for pair in set(pairs(spelled)) for i in self._by_pair.get(pair, ()))
        # By the share of a spelling's letter pairs that a value also has.
        compared = sorted(shared, key=lambda i: (-(shared[i] / (len(self._spellings[i]) + 1)), i))
        rated = []
        for i in compared[:_COMPARED]:
            name = self._spellings[i]
            # The similarity is 1 minus the edits per character of the longer text.
            rated.append((-(1.0 - count_edits(spelled, name) / max(len(spelled), len(name), 1)), i))
        similar = [self._names[i] for rate, i in sorted(rated) if -rate >= _LEAST_LIKENESS]
        return _drop_repeated(CategoryCandidate(n[0], Match.SPELLING, n[1], n[2]) for n in similar)[
            :_SIMILAR
        ]


# The window compares the same shipped taxonomies with every file and after each change of columns.
index_taxonomy = lru_cache(maxsize=16)(Matcher)


def suggest_taxonomies(
    columns: Mapping[str, Mapping[str, int]], taxonomies: Mapping[str, Taxonomy]
) -> dict[str, tuple[TaxonomySuggestion, ...]]:
    """Suggest the taxonomies that cover some of each column, best first.

    Parameters
    ----------
    columns : Mapping of str to Mapping of str to int
        Records of each value, by column.

    Returns
    -------
    dict of str to tuple of Suggestion
        In order of the share covered after certain mappings, the share covered unchanged, fewer
        categories, and name. Spelling is not compared.
    """
    matchers = {name: index_taxonomy(taxonomy) for name, taxonomy in taxonomies.items()}

    def rank(suggestion: TaxonomySuggestion) -> tuple[float, float, int, str]:
        fit = suggestion.coverage
        return (
            -fit.share_mapped,
            -fit.share,
            len(taxonomies[suggestion.taxonomy]),
            suggestion.taxonomy,
        )

    suggestions: dict[str, tuple[TaxonomySuggestion, ...]] = {}
    for column, counts in columns.items():
        rated = [
            TaxonomySuggestion(name, m.coverage(counts, False)) for name, m in matchers.items()
        ]
        covering = [suggestion for suggestion in rated if suggestion.coverage.share_mapped > 0]
        suggestions[column] = tuple(sorted(covering, key=rank))
    return suggestions


def _code_and_label(labels: Sequence[_Name]) -> list[_Name]:
    """Spell categories as many files do, ``C Manufacturing``.

    The letter alone proves nothing: mining is C in the first version of NACE and B in the second.
    """
    return [(category, f"{category} {label}", system) for category, label, system in labels]


def _spell_lettered(taxonomy: Taxonomy) -> list[_Name]:
    """Spell codes behind the letter of their section, ``C10.71``."""
    ancestors = {node: taxonomy.ancestors_of(node).tolist() for node in taxonomy.domain.tolist()}
    return [
        (taxonomy.nodes[node], f"{taxonomy.nodes[ancestor]}{taxonomy.nodes[node]}", "")
        for node, places in ancestors.items()
        if taxonomy.nodes[node][:1].isdecimal()
        for ancestor in places
        if len(taxonomy.nodes[ancestor]) == 1 and taxonomy.nodes[ancestor].isalpha()
    ]


def _index(names: Sequence[_Name], key: Callable[[str], str]) -> dict[str, list[_Name]]:
    index: dict[str, list[_Name]] = defaultdict(list)
    for name in names:
        if spelled := key(name[1]):
            index[spelled].append(name)
    return index


def _drop_repeated(candidates: Iterable[CategoryCandidate]) -> tuple[CategoryCandidate, ...]:
    """Drop repeated categories; the first match of each stays."""
    first_matches: dict[str, CategoryCandidate] = {}
    for candidate in candidates:
        first_matches.setdefault(candidate.category, candidate)
    return tuple(first_matches.values())


def fold(text: str) -> str:
    """Fold case and accents, and replace punctuation by single blanks between words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    characters = (
        " " if not char.isalnum() else char for char in plain if not unicodedata.combining(char)
    )
    return " ".join("".join(characters).split())


def join_code(code: str) -> str:
    """Strip a code of case and punctuation, ``68.31`` to ``6831``; empty without digits."""
    characters = "".join(char for char in code.casefold() if char.isalnum())
    return characters if any(char.isdecimal() for char in characters) else ""


def pairs(text: str) -> Iterator[str]:
    """Yield the pairs of adjacent characters, with blanks at the ends."""
    padded = f" {text} "
    return (padded[i : i + 2] for i in range(len(padded) - 1))


def count_edits(a: str, b: str) -> int:
    """Count the insertions, deletions, replacements and swaps between two texts.

    The restricted Damerau-Levenshtein distance, in which no character is edited twice.
    """
    last_row, row = list[int](), list(range(len(b) + 1))
    for i, sign in enumerate(a, start=1):
        last_row, second_last, row = row, last_row, [i]
        for j, character in enumerate(b, start=1):
            cost = min(row[j - 1] + 1, last_row[j] + 1, last_row[j - 1] + (sign != character))
            if i > 1 and j > 1 and sign == b[j - 2] and a[i - 2] == character:
                cost = min(cost, second_last[j - 2] + 1)
            row.append(cost)
    return row[-1]
