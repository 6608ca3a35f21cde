"""Puts the report together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model import Column, Dataset
from core.pipeline.report.checking import checking, your_copy
from core.pipeline.report.claims import claims
from core.pipeline.report.cover import cover, title
from core.pipeline.report.deeds import columns, deeds, protection
from core.pipeline.report.knowing import must_know, signed, warnings
from core.pipeline.report.log import Log
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.measures import measures
from core.pipeline.report.pictures import pictures
from core.pipeline.report.privacy import is_private, withheld
from core.pipeline.report.promises import promises
from core.pipeline.report.risk import Exposure, risk
from core.pipeline.report.style import CSS
from core.pipeline.report.usefulness import usefulness
from core.pipeline.report.words import say

# The page may load nothing and run nothing, even if a name in the data tried to make it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True, eq=False)
class Inside:
    """What the internal part of a report is made of.

    Attributes
    ----------
    audit : Mapping of str to object
        The internal log; its ``files`` need not hold the report yet. What is absent is left out.
    dataset : Dataset
        The input.
    kept : numpy.ndarray of int64, shape (r,)
        Positions in `dataset` of the records that are released.
    exposures : tuple of Exposure or None
        Of the original and of the release.
    """

    audit: Mapping[str, object]
    dataset: Dataset
    kept: NDArray[np.int64]
    exposures: tuple[Exposure, Exposure] | None = None


def public_report(audit: Mapping[str, object], released: Sequence[Column]) -> str:
    """Return the report for everybody who gets the file, as one HTML page for UTF-8.

    It follows from the public log and the released file alone, so that anybody can render it
    again.

    Parameters
    ----------
    audit : Mapping of str to object
        The public log; its ``files`` need not hold the report yet. What is absent is left out.
    released : sequence of Column
        The released columns, best as read back from the file; the order of records is free.
    """
    return _page(audit, cover(audit, True), _public(audit, released))


def whole_report(audit: Mapping[str, object], released: Sequence[Column], inside: Inside) -> str:
    """Return the report with both parts, as one HTML page for UTF-8 that needs nothing else.

    Of the original its internal part shows measures and counts of at least k records, and no
    value.

    Parameters
    ----------
    audit, released
        As in `public_report`, from which its public part is made.
    inside : Inside
        From which its internal part is made.
    """
    drawn = pictures(inside.audit, inside.dataset, released, inside.kept)
    internal = _internal(inside.audit, inside.exposures, drawn)
    return _page(audit, cover(audit, False), _public(audit, released), internal)


def whole_report_pieces(
    audit: Mapping[str, object], released: Sequence[Column], internal: Mapping[str, object]
) -> tuple[str, ...]:
    """Return what can be written of the report with both parts without the original.

    Parameters
    ----------
    audit, released
        As in `public_report`.
    internal : Mapping of str to object
        The internal log as it is shown.

    Returns
    -------
    tuple of str
        The whole page for a method with noise. For others how it begins and how it ends: between
        them are the risk and the pictures.
    """
    # No page holds this sign: in a text it is spelled out.
    gap = Markup("\0")
    drawn = withheld() if is_private(internal) else gap
    page = _page(
        audit, cover(audit, False), _public(audit, released), _internal(internal, None, drawn)
    )
    return tuple(page.split(gap))


def _page(audit: Log, *parts: Markup) -> str:
    body = tag("main", *parts)
    page = tag("html", _head(title(audit)), tag("body", body), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _public(audit: Log, released: Sequence[Column]) -> Markup:
    return tag(
        "section",
        tag("h2", say("part-public")),
        must_know(audit),
        claims(audit),
        protection(audit),
        promises(audit),
        columns(audit),
        usefulness(audit, released),
        your_copy(audit),
        signed(audit),
        id="public",
        class_="part",
    )


def _internal(
    audit: Log, exposures: tuple[Exposure, Exposure] | None, drawn: Markup | None
) -> Markup:
    before, after = exposures or (None, None)
    return tag(
        "section",
        tag("h2", say("part-internal")),
        tag("p", say("internal-banner"), class_="banner"),
        warnings(audit),
        signed(audit),
        risk(audit, before, after),
        drawn,
        measures(audit),
        deeds(audit),
        checking(audit),
        id="internal",
        class_="part internal",
    )


def _head(name: str) -> Markup:
    return tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", name),
        join(tag("style", Markup(CSS))),
    )
