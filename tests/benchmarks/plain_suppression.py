"""Greedy recoding and local suppression in plain pandas, as many offices protect keys by hand.

Recoding goes on with the column and the step that take most records out of rare groups for the
entropy they cost (as in Datafly, with loss in the denominator). Suppression then blanks cells of
one rare record after another: the cell whose blank makes the record as frequent as k, of several
that of the column with most values, and if there is none the one that gives it most matches. A
blank matches every value, so that no later blank makes an earlier record rare again.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Codes = NDArray[np.int16]
Hierarchy = list[dict[str, str]]

ALL = "*"
"""What every value is on the last level."""
_BLANK = -1
_WIDTHS = (5, 10, 20, 40)


def list_widths(column: pd.Series) -> Hierarchy:
    """List levels of a number: the middle of bands of 5, 10, 20 and 40, and nothing."""
    numbers = pd.to_numeric(column, errors="coerce")
    levels: Hierarchy = []
    for width in _WIDTHS:
        middles = numbers // width * width + (width - 1) / 2
        levels.append({old: f"{new:g}" for old, new in zip(column, middles, strict=True) if old})
    return [*levels, dict.fromkeys(set(column) - {""}, "")]


def list_taxonomy_levels(column: pd.Series, path: Path) -> Hierarchy:
    """List levels of categories: their parents, parents of parents, ..., and one of all.

    Parameters
    ----------
    column : pandas.Series
        The categories, empty where they are missing.
    path : Path
        A file of pairs ``category,parent``; without it there is the last level alone.
    """
    parents: dict[str, str] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                parents.setdefault(row["category"], row["parent"])
    categories = sorted(set(column) - {""})
    present, levels = {name: name for name in categories}, []
    while True:
        # The root says nothing.
        lifted = {
            name: up if parents.get(up := parents.get(now, ""), "") else now
            for name, now in present.items()
        }
        if lifted == present:
            return [*levels, dict.fromkeys(categories, ALL)]
        present = lifted
        levels.append(lifted)


def recode(
    table: pd.DataFrame, hierarchies: Mapping[str, Hierarchy], k: int, limit: float
) -> tuple[pd.DataFrame, dict[str, int]]:
    """Recode columns until at most a share `limit` of the records is in groups smaller than k.

    Returns
    -------
    pandas.DataFrame
        The table with recoded columns.
    dict of str to int
        The levels of those that were recoded, from 1.
    """
    recoded, levels = table.copy(), dict.fromkeys(hierarchies, 0)
    keys = list(hierarchies)
    n_rare = count_rare(recoded, keys, k)
    while n_rare > limit * len(table):
        best: tuple[float, str, pd.Series, int] | None = None
        for key, hierarchy in hierarchies.items():
            if levels[key] == len(hierarchy):
                continue
            column = table[key].map(hierarchy[levels[key]]).fillna("")
            n_rare_then = count_rare(recoded.assign(**{key: column}), keys, k)
            loss = lost_entropy(recoded[key], column) / max(lost_entropy(table[key]), 1e-9)
            gain = (n_rare - n_rare_then) / max(loss, 1e-9)
            if best is None or gain > best[0]:
                best = gain, key, column, n_rare_then
        if best is None:
            break
        _, key, column, n_rare = best
        recoded[key], levels[key] = column, levels[key] + 1
    return recoded, {key: level for key, level in levels.items() if level}


def count_rare(table: pd.DataFrame, keys: Sequence[str], k: int) -> int:
    """Count the records of groups that are smaller than k."""
    sizes = table.groupby(list(keys), dropna=False, sort=False).size()
    return int(sizes[sizes < k].sum())


def lost_entropy(column: pd.Series, recoded: pd.Series | None = None) -> float:
    """Compute the entropy of a column in bits, or what a coarser one has less."""
    shares = column.value_counts(normalize=True)
    entropy = float(-(shares * np.log2(shares)).sum())
    return entropy if recoded is None else entropy - lost_entropy(recoded)


def suppress(table: pd.DataFrame, keys: Sequence[str], k: int) -> pd.DataFrame:
    """Blank cells until every record matches k records, itself among them."""
    codes = _encode(table[list(keys)])
    n_values = codes.max(axis=0) + 1
    rare_records = np.flatnonzero(count_matches(table[list(keys)]) < k)
    for record in rare_records:
        while True:
            mismatches = _differ(codes, record)
            n_mismatches = mismatches.sum(axis=1)
            n_matches = int((n_mismatches == 0).sum())
            if n_matches >= k:
                break
            gains = mismatches[n_mismatches == 1].sum(axis=0)
            open_columns = codes[record] != _BLANK
            enough = open_columns & (n_matches + gains >= k)
            ranks = np.where(enough, n_values, -1) if enough.any() else gains
            codes[record, int(np.argmax(np.where(open_columns, ranks, -1)))] = _BLANK
    released = table.copy()
    for place, key in enumerate(keys):
        released.loc[codes[:, place] == _BLANK, key] = ""
    return released


def count_matches(table: pd.DataFrame) -> Ints:
    """Count the records that each one matches, itself among them, where a blank matches all."""
    codes = _encode(table)
    distinct, place, sizes = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    # Patterns without a blank match themselves, and those with one that agree elsewhere.
    has_blank = (distinct == _BLANK).any(axis=1)
    matches = np.where(has_blank, 0, sizes)
    for pattern in np.flatnonzero(has_blank):
        is_match = ~_differ(distinct, pattern).any(axis=1)
        matches[pattern] += int(sizes[is_match].sum())
        matches[is_match & ~has_blank] += sizes[pattern]
    return np.asarray(matches[place.ravel()])


def _differ(codes: Codes, record: int) -> NDArray[np.bool_]:
    """Mark the cells that differ from those of a record, of shape (n, m)."""
    cells = codes[record]
    return (codes != cells) & (codes != _BLANK) & (cells != _BLANK)


def _encode(table: pd.DataFrame) -> Codes:
    """Number the values of each column; a blank is -1."""
    columns = [
        np.where(table[name] == "", _BLANK, pd.factorize(table[name], sort=True)[0])
        for name in table
    ]
    return np.column_stack(columns).astype(np.int16)
