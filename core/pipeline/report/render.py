"""Puts the report together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.model import Column, Dataset
from core.pipeline.report.checking import checking, warnings
from core.pipeline.report.cover import cover, title
from core.pipeline.report.deeds import columns, deeds
from core.pipeline.report.markup import Markup, join, tag
from core.pipeline.report.measures import measures
from core.pipeline.report.pictures import pictures
from core.pipeline.report.promises import promises
from core.pipeline.report.style import CSS

# The page may load nothing and run nothing, even if a name in the data tried to make it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_report(
    audit: Mapping[str, object],
    dataset: Dataset,
    released: Sequence[Column],
    kept: NDArray[np.int64],
) -> str:
    """Return the report of a release as one HTML page that needs nothing else.

    It depends on its arguments only. Of the original it shows counts of at least k records (see
    `core.pipeline.report.bars`), never a value.

    Parameters
    ----------
    audit : Mapping of str to object
        The audit log; its ``files`` need not hold the report yet. What is absent is left out.
    dataset : Dataset
        The input.
    released : sequence of Column
        The released columns, best as read back from the file; the order of records is free.
    kept : numpy.ndarray of int64, shape (r,)
        Positions in `dataset` of the records that are released.

    Returns
    -------
    str
        To be written as UTF-8.
    """
    body = tag(
        "main",
        cover(audit),
        promises(audit),
        deeds(audit),
        columns(audit),
        pictures(audit, dataset, released, kept),
        measures(audit),
        warnings(audit),
        checking(audit),
    )
    page = tag("html", _head(title(audit)), tag("body", body), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _head(name: str) -> Markup:
    return tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", name),
        join(tag("style", Markup(CSS))),
    )
