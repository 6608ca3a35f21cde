"""The rows of the list of columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.errors import Problem, Severity
from core.model import Attribute, Role
from desktop_app.models.taxonomies.taxonomy_columns import ColumnRow, ColumnState
from desktop_app.presenters.taxonomies.taxonomy_words import relation_text
from desktop_app.state.parts import part_of
from desktop_app.state.relations import CategoryRelation, relation_of
from desktop_app.store import ProjectStore
from desktop_app.text import percent

if TYPE_CHECKING:
    from desktop_app.presenters.taxonomies.surveying import Survey


def column_rows(
    store: ProjectStore, columns: Iterable[Attribute], survey: Survey
) -> tuple[ColumnRow, ...]:
    """Return a row for each column of categories."""
    open_ = set(store.undecided)
    return tuple(_row(store, attribute, survey, attribute in open_) for attribute in columns)


def _row(store: ProjectStore, attribute: Attribute, survey: Survey, undecided: bool) -> ColumnRow:
    counts = survey.counts.get(attribute.name)
    offer = survey.offer(attribute.name, attribute.taxonomy)
    source = offer.source if offer is not None else None
    return ColumnRow(
        attribute.name,
        part_of(attribute, store.draft),
        len(counts) if counts is not None else None,
        relation_text(attribute, source, undecided=undecided),
        _covered(attribute, survey),
        _state(store, attribute, undecided),
    )


def _covered(attribute: Attribute, survey: Survey) -> str:
    """Return the share of the records that a chosen taxonomy covers, after the mapping."""
    offer = survey.offer(attribute.name, attribute.taxonomy)
    if offer is None or not offer.coverage.records:
        return ""
    coverage, meant = offer.coverage, dict(attribute.mapping)
    more = sum(one.records for one in coverage.unmatched if one.value in meant)
    return percent((coverage.covered_records + more) / coverage.records)


def _state(store: ProjectStore, attribute: Attribute, undecided: bool) -> ColumnState:
    wrong = problems_of_column(store.problems, attribute.name)
    if any(problem.severity is Severity.ERROR for problem in wrong):
        return ColumnState.ATTENTION
    if undecided:
        return ColumnState.TODO
    plain = relation_of(attribute) is CategoryRelation.FLAT
    strata = store.draft.strata if store.draft is not None else ()
    if plain and (attribute.role is Role.CONFIDENTIAL or attribute.name in strata):
        return ColumnState.NOT_NEEDED
    return ColumnState.CHOSEN


def problems_of_column(problems: Iterable[Problem], name: str) -> tuple[Problem, ...]:
    """Return the problems about a column or about the file of its taxonomy."""
    about_file = f"taxonomy.{name}"
    return tuple(p for p in problems if p.where.column == name or p.where.field == about_file)
