"""Runs every method once on a few records, so that no later run waits for compilation.

The first time on a machine this takes about a minute; later the kernels are only loaded.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.jobs import Job
from core.kernels.warming import compile_all
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
_SETTINGS: dict[str, object] = {"k": 3, "t": 0.1, "moves": 100, "refine": 100}
_NAMES = ("v", "w", "x", "y", "z")
_TREE = {"all": (), "low": ("all",), "high": ("all",)} | {
    name: ("low" if name < "x" else "high",) for name in _NAMES
}


def warm_up(check: Callable[[], None]) -> None:
    """Compile or load the kernels of every method and measure.

    Parameters
    ----------
    check : callable
        Called between the methods; may raise to stop.
    """
    compile_all(check, last="mdav")
    # Mixed numbers and categories need separate kernels.
    _run(_trial("mdav", "APQ"), check)
    compile_all(check)
    for name in METHODS:
        # A single column has another memory layout than several.
        for masked in ("AB", "A", "APQ"):
            _run(_trial(name, masked), check)


def _run(trial: tuple[Method, Schema], check: Callable[[], None]) -> None:
    check()
    method, schema = trial
    recipe, dataset = Recipe(method, Target(FileKind.CSV, "nothing")), _dataset()
    plan = resolve(recipe, schema, dataset, Source("/nowhere", FileKind.CSV))
    # Methods that do not accept such columns have no kernels for them.
    if not plan.errors:
        execute(plan, dataset, Job())


def _trial(name: str, masked: str) -> tuple[Method, Schema]:
    known = {parameter.name for parameter in METHODS[name].parameters}
    given = {key: value for key, value in _SETTINGS.items() if key in known}
    if "P" in masked:
        # Search moves need numeric columns.
        given.pop("refine", None)
    return Method(name, given), _schema(masked)


def _schema(masked: str) -> Schema:
    """Return a schema that masks some columns; C is confidential, R and S are categories."""
    hidden = "CRS" if "P" in masked else "C"
    return Schema(tuple(_attribute(name, masked, hidden) for name in "ABCPQRS"))


def _attribute(name: str, masked: str, hidden: str) -> Attribute:
    if name not in masked + hidden:
        return Attribute(name, Role.OTHER)
    role = Role.QUASI_IDENTIFIER if name in masked else Role.CONFIDENTIAL
    if name in "ABC":
        return Attribute(name, role, Scale.CONTINUOUS)
    if name in "PR":
        return Attribute(name, role, Scale.NOMINAL)
    tree = taxonomy_of(_TREE)
    return Attribute(name, role, Scale.NOMINAL, taxonomy="tree", categories=tree)


def _dataset() -> Dataset:
    at = np.arange(_RECORDS)
    one = np.ones(_RECORDS)
    numbers = {"A": at * one, "B": at % 5 * one, "C": -at * one}
    texts = dict.fromkeys("PR", at % 3) | dict.fromkeys("QS", at % 5)
    none = np.zeros(_RECORDS, dtype=np.bool_)
    columns = [Column(n, ColumnKind.NUMBER, values, none) for n, values in numbers.items()]
    columns += [
        Column(name, ColumnKind.TEXT, codes.astype(np.int32), none, _NAMES[: codes.max() + 1])
        for name, codes in texts.items()
    ]
    return Dataset(tuple(columns), Fingerprint("nothing", 0, "0" * 64))
