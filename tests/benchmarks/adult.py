"""The public file Adult with its taxonomies, as the kernels take it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.io import probe, read
from core.io.taxonomies.taxonomy_reader import read_taxonomy
from core.jobs import Job
from core.kernels.categories.categories import Categories
from core.model import Attribute, Role, Scale, Schema, Source
from core.protect.encode import encode_nominal, encode_points

NUMBERS = ("age", "hours-per-week")
SEVEN = (
    *("age", "workclass", "education", "marital-status", "occupation", "relationship", "race"),
)

Mixed = tuple[NDArray[np.float64], tuple[Categories, ...]]


def read_adult(data: Path, names: Sequence[str]) -> Mixed:
    """Encode the records of some quasi-identifiers, nominal ones by their taxonomies."""
    path = data / "adult.csv"
    probed = probe(path)
    dataset = read(Source(path, probed.kind, probed.options), Job())
    schema = Schema(tuple(_attribute(data, name) for name in names))
    columns = tuple(dataset.column(name) for name in names)
    nominal = encode_nominal(columns, schema)
    return encode_points(columns, schema), tuple(codes.for_kernel() for codes in nominal)


def _attribute(data: Path, name: str) -> Attribute:
    if name in NUMBERS:
        return Attribute(name, Role.QUASI_IDENTIFIER, Scale.INTEGER)
    taxonomy = read_taxonomy(data / "taxonomies" / f"adult_{name}.csv")
    return Attribute(name, Role.QUASI_IDENTIFIER, Scale.NOMINAL, categories=taxonomy)


def take_part(mixed: Mixed, positions: NDArray[np.int64]) -> Mixed:
    """Take the records at some positions."""
    points, nominal = mixed
    return points[positions].copy(), tuple(a._replace(places=a.places[positions]) for a in nominal)


def double(mixed: Mixed) -> Mixed:
    """Make twice as many records: each once more, with the second half of its categories taken
    from the record that follows by 7,919, so that new tuples come about."""
    points, nominal = mixed
    half = len(nominal) // 2
    doubled = (
        np.append(a.places, a.places if i < half else np.roll(a.places, 7919))
        for i, a in enumerate(nominal)
    )
    return np.vstack([points, points]), tuple(
        a._replace(places=places) for a, places in zip(nominal, doubled, strict=True)
    )
