"""Leaves categories blank that masking would change.

Manual: methods#blanks-instead-of-false-categories.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from core.array_types import Ints
from core.conditions import Records
from core.kernels.numerics.grouping import refine
from core.model import Column, ColumnKind, Step


class TruthfulColumns(NamedTuple):
    """Released columns without a false category, and what they are made of.

    Attributes
    ----------
    released : tuple of Column
        A record has its own category, or a blank.
    unblanked : tuple of Column
        The same with the category of its cluster in each record; empty if nothing is left blank.
    steps : tuple of Step
        For the log.
    """

    released: tuple[Column, ...]
    unblanked: tuple[Column, ...] = ()
    steps: tuple[Step, ...] = ()


def leave_false_blank(
    records: Records, released: Sequence[Column], labels: Mapping[str, Ints]
) -> TruthfulColumns:
    """Leave the categories blank that are not the most frequent one of their cluster.

    What was missing stays blank, so that nobody can see which blanks masking made.

    Parameters
    ----------
    records : Records
        The original records, their categories as texts.
    released : sequence of Column
        Their released columns.
    labels : Mapping of str to numpy.ndarray of int64, shape (n,)
        For each masked column, the cluster of each record.
    """
    blanked = set(records.schema.blanked)
    if not blanked:
        return TruthfulColumns(tuple(released))
    unblanked, truthful, n_blanks = list[Column](), list[Column](), 0
    for column in released:
        if column.name not in blanked:
            unblanked.append(column)
            truthful.append(column)
            continue
        original = records.named(column.name)
        codes = original.values.astype(np.int64)
        usual = _find_most_frequent(codes, labels[column.name])[labels[column.name]]
        unblanked.append(text_column_of(original, usual))
        truthful.append(text_column_of(original, np.where(codes == usual, codes, -1)))
        n_blanks += int(np.count_nonzero(truthful[-1].missing))
    step = Step("left-blank", {"columns": len(blanked), "cells": n_blanks})
    return TruthfulColumns(tuple(truthful), tuple(unblanked), (step,))


def _find_most_frequent(codes: Ints, labels: Ints) -> Ints:
    """Find the most frequent code of each cluster, of equally frequent ones the lowest.

    Parameters
    ----------
    codes : numpy.ndarray of int64, shape (n,)
        -1 where one is missing.
    labels : numpy.ndarray of int64, shape (n,)
        Cluster of each record, numbered from 0 without gaps.

    Returns
    -------
    numpy.ndarray of int64, shape (clusters,)
        -1 for a cluster without any.
    """
    usual = np.full(int(labels.max()) + 1, -1, dtype=np.int64)
    present = np.flatnonzero(codes >= 0)
    pairs = refine(labels[present].astype(np.int64), codes[present])
    first = np.unique(pairs, return_index=True)[1]
    sizes, holders = np.bincount(pairs), present[first]
    # The last assignment to a cluster stays: that of its largest pair, and of its lowest code.
    order = np.lexsort((-codes[holders], sizes))
    usual[labels[holders[order]]] = codes[holders[order]]
    return usual


def text_column_of(original: Column, codes: Ints) -> Column:
    """Build a column of the categories that occur, with blanks where the code is -1."""
    missing = codes < 0
    used = np.unique(codes[~missing])
    place = np.full(len(original.categories) + 1, -1, dtype=np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    categories = tuple(original.categories[code] for code in used.tolist())
    return Column(original.name, ColumnKind.TEXT, place[codes], missing, categories)
