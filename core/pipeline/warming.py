"""Compiles every kernel once, so that no later run waits for compilation.

Most are compiled by running every method on a few records; those that this does not reach are
listed in `core.kernels.warming`.

The first time on a machine this takes about a minute; later the kernels are only loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from core.jobs import Job
from core.kernels.warming import PIECES
from core.model import (
    Attribute,
    Column,
    ColumnKind,
    Dataset,
    FileKind,
    Fingerprint,
    Method,
    Recipe,
    Role,
    Scale,
    Schema,
    Source,
    Target,
    taxonomy_of,
)
from core.pipeline.execute import execute
from core.pipeline.resolve import resolve
from core.protect import METHODS

_RECORDS = 12
# Strict enough that records must be exchanged and clusters merged.
_SETTINGS: dict[str, object] = {
    **{"k": 3, "t": 0.1, "moves": 100, "refine": 100},
    "categories": "calibrated",
    "aggregate": "moments",
}
_NAMES = ("v", "w", "x", "y", "z")
_TREE = {"all": (), "low": ("all",), "high": ("all",)} | {
    name: ("low" if name < "x" else "high",) for name in _NAMES
}


def warm_up(check: Callable[[], None], last: str = "") -> None:
    """Compile or load the kernels of every method and measure.

    Parameters
    ----------
    last : str
        Name of the piece after which to stop; empty for all.
    """
    for name, warm in pieces():
        check()
        warm()
        if name == last:
            return


def pieces() -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield all there is to compile, with names; what most runs need comes first."""
    yield "mdav", partial(_run, "mdav", "AB")
    # Mixed numbers and categories need separate kernels.
    yield "mixed-mdav", partial(_run, "mdav", "APQ")
    yield from PIECES.items()
    for name in METHODS:
        # A single column has another memory layout than several.
        for masked in ("AB", "A", "APQ"):
            yield f"{name}-{masked}", partial(_run, name, masked)


def _run(name: str, masked: str) -> None:
    parameters = [p for p in METHODS[name].parameters if p.required or p.name in _SETTINGS]
    settings = {p.name: _SETTINGS.get(p.name, p.default) for p in parameters}
    if "P" in masked:
        # Search moves need numeric columns.
        settings.pop("refine", None)
    # C is confidential, R and S are categories.
    hidden = "CRS" if "P" in masked else "C"
    attributes = []
    for column in "ABCPQRS":
        role = Role.QUASI_IDENTIFIER if column in masked else Role.CONFIDENTIAL
        if column not in masked + hidden:
            attributes.append(Attribute(column, Role.OTHER))
        elif column in "ABC":
            attributes.append(Attribute(column, role, Scale.CONTINUOUS))
        elif column in "PR":
            attributes.append(Attribute(column, role, Scale.NOMINAL))
        else:
            tree = taxonomy_of(_TREE)
            attribute = Attribute(column, role, Scale.NOMINAL, taxonomy="tree", categories=tree)
            attributes.append(attribute)
    schema = Schema(tuple(attributes))
    recipe, dataset = Recipe(Method(name, settings), Target(FileKind.CSV, "nothing")), _dataset()
    plan = resolve(recipe, schema, dataset, Source("/nowhere", FileKind.CSV))
    # Methods that do not accept such columns have no kernels for them.
    if not plan.errors:
        execute(plan, dataset, Job())


def _dataset() -> Dataset:
    positions = np.arange(_RECORDS)
    ones = np.ones(_RECORDS)
    numbers = {"A": positions * ones, "B": positions % 5 * ones, "C": -positions * ones}
    texts = dict.fromkeys("PR", positions % 3) | dict.fromkeys("QS", positions % 5)
    none = np.zeros(_RECORDS, dtype=np.bool_)
    columns = [Column(n, ColumnKind.NUMBER, values, none) for n, values in numbers.items()]
    columns += [
        Column(name, ColumnKind.TEXT, codes.astype(np.int32), none, _NAMES[: codes.max() + 1])
        for name, codes in texts.items()
    ]
    return Dataset(tuple(columns), Fingerprint("nothing", 0, "0" * 64))
