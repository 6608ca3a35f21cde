"""What a comparison starts from: the settings in force and the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core import pipeline
from core.compare.ways import keeps_t, name_of, settings_of, spec_of, way_of
from core.model import Dataset, Fingerprint, Method, Plan, Project, Schema
from core.protect import METHODS, Parameter
from core.protect.common_parameters import T

Settings = Mapping[str, object]
# What the user confirmed of one method says nothing of another.
_NEVER_TAKEN_OVER = ("confirmed",)


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The settings in force and the file they are for. Holds no cell value.

    Attributes
    ----------
    project : Project
        The settings, and where the records were read from.
    schema : Schema
        That of the project; with its taxonomies, where they have been read.
    fingerprint : Fingerprint
        Of the file.
    records : int
        How many the file has.
    last : Mapping of str to Mapping
        The settings that each way had when it was last used (`core.compare.ways`).
    """

    project: Project
    schema: Schema
    fingerprint: Fingerprint
    records: int
    last: Mapping[str, Settings]

    @property
    def method(self) -> Method:
        """The method in force."""
        return self.project.recipe.method


def basis_of(
    project: Project, dataset: Dataset, plan: Plan | None, last: Mapping[str, Settings]
) -> Basis:
    """Return what a comparison that begins now starts from; `plan` only if it is the project's."""
    schema = project.schema if plan is None else plan.project.schema
    kept = {name: dict(settings) for name, settings in last.items()}
    return Basis(project, schema, dataset.fingerprint, dataset.rows, kept)


def plan_of(basis: Basis, method: Method, dataset: Dataset) -> Plan:
    """Return the plan of one method on this basis."""
    project = basis.project
    recipe = replace(project.recipe, method=method)
    return pipeline.resolve(recipe, project.schema, dataset, project.source)


def taken_over(way: str, present: Method, last: Mapping[str, Settings]) -> Method:
    """Return the method of a way with what the present one and its own last settings say.

    Parameters
    ----------
    way : str
        One of `core.compare.ways.ways`.
    present : Method
        What is in force: a k that was set stays the same k with the next method.
    last : mapping
        The settings that each way had when it was last used.
    """
    if way == way_of(present):
        return present
    name, spec, given = name_of(way), spec_of(way), dict(present.parameters)
    if not (keeps_t(way) and METHODS[present.name].keeps_t(given)):
        # A t of 1 promises nothing and is not taken over.
        given.pop("t", None)
    values: dict[str, object] = {
        p.name: p.default for p in spec.parameters if p.default is not None
    }
    values.pop("t", None)
    if keeps_t(way):
        # A method not used before begins with the t that another one had.
        held = [v["t"] for k, v in last.items() if keeps_t(k) and "t" in v]
        values["t"] = held[0] if held else T.default
    values |= settings_of(way, last)
    if keeps_t(way) and not spec.keeps_t(values):
        values["t"] = T.default
    return Method(
        name, values | {p.name: given[p.name] for p in spec.parameters if _fits(p, given)}
    )


def _fits(parameter: Parameter, given: Settings) -> bool:
    """Return whether what another method had is worth taking over."""
    if parameter.name not in given or parameter.name in _NEVER_TAKEN_OVER:
        return False
    return not parameter.choices or given[parameter.name] in parameter.choices


def complete(method: Method) -> dict[str, object]:
    """Return all parameters of a method, those that were left to their defaults too."""
    given = METHODS[method.name].complete(method.parameters)
    return {name: value for name, value in given.items() if value not in (None, [])}
