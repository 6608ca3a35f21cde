"""Rows C1, C3 and C8: identifiers and sentences in cells, and patterns of missing answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from core.checklist.evidence import Evidence
from core.checklist.row import Family, Publicity, Row
from core.jobs import CancellableSequence
from core.kernels.numerics.grouping import Labels, refine
from core.model import Column, ColumnKind
from core.model.checklist import RowCount
from core.table import index_type

_IDENTIFIERS = Row("C1", "identifier-content", Publicity.NOTHING)
_FREE_TEXT = Row("C3", "free-text", Publicity.ANSWERED)
_PATTERN = Row("C8", "answer-pattern", Publicity.ANSWERED)

_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
# Every part is bounded: a cell may hold 32,767 characters.
_KINDS = re.compile(
    r"(?P<email>[\w.+-]{1,64}@[\w-]{1,63}\.\w)"
    r"|(?P<web>\b(?:https?://|www\.)\S)"
    rf"|(?P<ip>(?<![\w.])(?:{_BYTE}\.){{3}}{_BYTE}(?![\w.]))"
    r"|(?P<iban>\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b)"
    r"|(?P<telephone>(?<!\w)\+\d(?:[ /().-]{0,2}\d){8,13}\b)"
    r"|(?P<place>(?<!\d)-?\d{1,2}\.\d{3,15},? ?-?\d{1,3}\.\d{3})"
)
# They may be something else, such as codes of a classification, which somebody can say.
_UNCERTAIN = frozenset({"ip", "telephone", "place"})
_FEWEST_TEXTS = 20
_FEWEST_WORDS, _FEWEST_LETTERS = 3, 25


def _count(evidence: Evidence) -> Iterator[RowCount]:
    for column in CancellableSequence(evidence.released.columns, evidence.job):
        if column.kind is ColumnKind.TEXT:
            yield _count_identifiers(evidence, column)
            if column.name in evidence.published:
                yield from _count_free_texts(evidence, column)
    yield from _count_patterns(evidence)


def _count_identifiers(evidence: Evidence, column: Column) -> RowCount:
    """Count the cells that hold an address, an account, a telephone number or a place."""
    cells = Counter[str]()
    for text, times in zip(column.categories, column.count_categories(), strict=True):
        if times and (kind := _kind_of_identifier(text)):
            cells[kind] += int(times)
    count = sum(cells.values())
    is_never = bool(set(cells) - _UNCERTAIN)
    kind = max(cells, key=cells.__getitem__, default="email")
    params = {"count": count, "what": f"word-{kind}"}
    return _IDENTIFIERS.count(
        evidence.profile, count, 0, params, column=column.name, is_never=is_never
    )


def _kind_of_identifier(text: str) -> str | None:
    """Find what a text looks like, if it is an identifier."""
    match = _KINDS.search(text)
    if match is None:
        return None
    kind = match.lastgroup
    return None if kind == "iban" and not _is_account(match[0]) else kind


def _is_account(text: str) -> bool:
    """Check the check digits of an international account number (ISO 13616: modulo 97)."""
    plain = text.replace(" ", "")
    digits = "".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])
    return int(digits) % 97 == 1


def _count_free_texts(evidence: Evidence, column: Column) -> Iterator[RowCount]:
    """Count the cells in people's own words; labels of a classification are none."""
    attribute = evidence.schema.named(column.name)
    if attribute.taxonomy or attribute.order or attribute.listed:
        return
    cells = column.count_categories()
    is_long = [
        len(text) >= _FEWEST_LETTERS or len(text.split()) >= _FEWEST_WORDS
        for text in column.categories
    ]
    long_cells = cells[np.array(is_long, dtype=np.bool_)]
    count = int(long_cells.sum()) if np.count_nonzero(long_cells) > _FEWEST_TEXTS else 0
    yield _FREE_TEXT.count(evidence.profile, count, 0, {"count": count}, column=column.name)


def _count_patterns(evidence: Evidence) -> Iterator[RowCount]:
    """Count the units that are alone with their pattern of missing values."""
    lacking = [column for column in evidence.released.columns if column.missing.any()]
    if not lacking:
        return
    rows = len(evidence.released)
    labels: Labels = np.zeros(rows, dtype=index_type(rows))
    for column in CancellableSequence(lacking, evidence.job):
        labels = refine(labels, column.missing.astype(np.int32))
    count = evidence.count_units(evidence.are_alone_in(labels))
    limit = evidence.profile.pattern * evidence.n_units
    names = tuple(column.name for column in lacking)
    params = {"count": count, "rows": evidence.n_units, "what": evidence.unit_word}
    yield _PATTERN.count(evidence.profile, count, limit, params, columns=names)


FAMILY = Family((_IDENTIFIERS, _FREE_TEXT, _PATTERN), _count, is_of_release=True)
