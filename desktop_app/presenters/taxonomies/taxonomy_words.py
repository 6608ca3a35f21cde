"""What is said of a column's categories and their taxonomy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.model import Attribute, Role
from desktop_app.state.relations import CategoryRelation, relation_of
from desktop_app.text import define, message, number, percent, to_decimals, tr, tr_n

if TYPE_CHECKING:
    from core.encode import Coverage
    from desktop_app.presenters.taxonomies.distance_insight import DistanceInsight
    from desktop_app.presenters.taxonomies.studying import Study
    from desktop_app.presenters.taxonomies.surveying import Offer, TaxonomySource


def relation_text(attribute: Attribute, source: TaxonomySource | None, *, undecided: bool) -> str:
    """Return how a column's categories are related, in a few words."""
    relation = relation_of(attribute)
    if undecided:
        return tr("Not chosen yet")
    if relation is CategoryRelation.ORDER:
        return tr("In an order")
    if relation is CategoryRelation.FLAT:
        return tr("No order")
    return source.title if source is not None else str(attribute.taxonomy)


def offer_line(offer: Offer, *, suggested: bool) -> str:
    """Say how much of a column a taxonomy covers, in one line; nothing if that is nothing."""
    covered = offer.coverage
    if not covered.share_mapped:
        return ""
    if suggested:
        return tr("Suggested: covers {share}", share=percent(covered.share_mapped))
    return tr("covers {share}", share=percent(covered.share_mapped))


def coverage_sentence(coverage: Coverage) -> str:
    """Write the share of records with a category of a taxonomy, as spelled and otherwise."""
    share = percent(coverage.share)
    if coverage.share_mapped <= coverage.share:
        return tr("Of the records with a value, {share} have a category of this taxonomy.",
                  share=share)  # fmt: skip
    return tr(
        "Of the records with a value, {share} have a category of this taxonomy, and {mapped} if "
        "its codes and labels count as well.",
        share=share,
        mapped=percent(coverage.share_mapped),
    )


def offer_sentence(offer: Offer) -> str:
    """Return where a taxonomy comes from."""
    source, count = offer.source, len(offer.source.taxonomy.domain)
    categories = tr_n("{count} category", "{count} categories", count)
    if source.shipped is not None:
        return tr(
            "{categories}. Source: {source}. Version: {version}. Licence: {licence}.",
            categories=categories,
            source=source.shipped.source,
            version=source.shipped.version,
            licence=source.shipped.licence,
        )
    kind = message(f"taxonomy-kind-{source.kind}") if source.kind else ""
    return tr("{categories}. File: {kind}.", categories=categories, kind=kind)


def coverage_line(study: Study) -> str:
    """Return how much of a column is covered, counting what was mapped."""
    values, records = study.coverage.values, study.coverage.records
    mapped = sum(study.own > 0)
    share = study.found / records if records else 0.0
    return tr(
        "{share} of the records have a category of the taxonomy; {used} of its {all} categories "
        "occur. The file has {values} distinct texts.",
        share=percent(share),
        used=number(int(mapped)),
        all=number(len(study.taxonomy.domain)),
        values=number(values),
    )


def distance_words(insight: DistanceInsight, *, complete: bool) -> tuple[str, ...]:
    """Explain the distances of a taxonomy for a column.

    Unless it is `complete`, some records have no category, and nothing is said of all of them.
    """
    near, far = insight.near, insight.far
    if near.distance == far.distance:
        # No category is nearer to the others than any other.
        return (tr("All categories are equally distant from each other."),)
    pairs = tr(
        "Of the categories in the file, {one} and {other} are nearest to each other ({distance} of "
        "1), {a} and {b} farthest apart ({far} of 1).",
        one=_quote(near.one),
        other=_quote(near.other),
        distance=to_decimals(near.distance, 2),
        a=_quote(far.one),
        b=_quote(far.other),
        far=to_decimals(far.distance, 2),
    )
    central = tr(
        "If all records formed one group, its value would be {category}, which is nearest to all "
        "of them together.",
        category=_quote(insight.central),
    )
    return (pairs, central) if insight.central and complete else (pairs,)


def meaning_words(
    attribute: Attribute, study: Study | None, *, edited: bool = False
) -> tuple[str, ...]:
    """Explain the present choice for the protection.

    Parameters
    ----------
    attribute : Attribute
        As it is declared.
    study : Study or None
        What the choice makes of the column, once it was looked at.
    edited : bool
        Whether its taxonomy is the user's own and in no file yet.
    """
    relation, masked = relation_of(attribute), attribute.role is Role.QUASI_IDENTIFIER
    if edited:
        relation = CategoryRelation.TAXONOMY
    if relation is CategoryRelation.ORDER:
        near = tr("Neighbours in the order are near each other.")
        return near, _use(relation, study, masked=masked), define("ordinal")
    if study is None:
        return (define("nominal"),)
    complete = study.found == study.coverage.records
    words = distance_words(study.insight, complete=complete) if study.insight else ()
    return *words, _use(relation, study, masked=masked), define("semantic-distance")


def _use(relation: CategoryRelation, study: Study | None, *, masked: bool) -> str:
    """Explain the use of the relation."""
    if masked:
        return {
            CategoryRelation.ORDER: tr("A group gets its middle category."),
            CategoryRelation.FLAT: tr("A group gets its most frequent category."),
            CategoryRelation.TAXONOMY: tr(
                "A group gets the category, or one above, with the least sum of distances to its "
                "records. It need not cover all of them: a group of all regions can get one region."
            ),
        }[relation]
    if study is not None and relation is CategoryRelation.TAXONOMY and not study.taxonomy.is_tree:
        return tr(
            "The column is published unchanged. As a category has several parents, t is measured "
            "as if all categories were equally distant, which never gives too small a value."
        )
    return {
        CategoryRelation.ORDER: tr(
            "The column is published unchanged. Where t is promised, a shift by few places in the "
            "order counts little."
        ),
        CategoryRelation.FLAT: tr(
            "The column is published unchanged. Where t is promised, every shift from one "
            "category to another counts the same."
        ),
        CategoryRelation.TAXONOMY: tr(
            "The column is published unchanged. Where t is promised, a shift to a category that "
            "soon meets it further up counts little."
        ),
    }[relation]


def _quote(name: str) -> str:
    return tr("“{name}”", name=name)
