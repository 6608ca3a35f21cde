"""The basis of a comparison: the current settings and the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core import pipeline
from core.compare.ways import keeps_t, method_of, name_of, settings_of, way_of
from core.model import Dataset, Fingerprint, Method, Plan, Project, Schema
from core.protect import METHODS
from core.protect.parameter import T

Settings = Mapping[str, object]
# Confirmations for one method do not apply to another one.
_NEVER_TAKEN_OVER = ("confirmed",)


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """The current settings and their file, without any cell value.

    Attributes
    ----------
    schema : Schema
        The project's schema, with its taxonomies if they have been read.
    """

    project: Project
    schema: Schema
    fingerprint: Fingerprint
    records: int
    last: Mapping[str, Settings]

    @property
    def method(self) -> Method:
        """The current method."""
        return self.project.recipe.method


def basis_of(
    project: Project, dataset: Dataset, plan: Plan | None, last: Mapping[str, Settings]
) -> Basis:
    """Build the basis of a comparison that starts now; `plan` only if it is the project's."""
    schema = project.schema if plan is None else plan.project.schema
    settings_by_way = {name: dict(settings) for name, settings in last.items()}
    return Basis(project, schema, dataset.fingerprint, dataset.rows, settings_by_way)


def plan_of(basis: Basis, method: Method, dataset: Dataset) -> Plan:
    """Plan one method on this basis."""
    # Figures take time, and the trials are compared by others.
    recipe = replace(basis.project.recipe, method=method, figures=())
    return resolve_trial(replace(basis.project, recipe=recipe), dataset)


def resolve_trial(project: Project, dataset: Dataset) -> Plan:
    """Resolve a project whose release is compared with others and never written."""
    recipe, method = project.recipe, METHODS[project.recipe.method.name]
    # What is never released needs no secret, and a comparison gives the same figures again.
    parameters = method.draw_secrets(recipe.method.parameters, lambda: "0" * 32)
    recipe = replace(
        recipe,
        method=Method(method.name, parameters),
        # Some methods need no blocks.
        scale=recipe.scale if method.in_blocks else None,
        # Methods are compared by the groups that they form, not by those of an earlier release.
        merges=None,
    )
    return pipeline.resolve(recipe, project.schema, dataset, project.source)


def take_over_settings(way: str, present: Method, last: Mapping[str, Settings]) -> Method:
    """Build the method of a way with settings of the current method and its own last ones.

    Parameters
    ----------
    way : str
        One of `core.compare.ways.ways`.
    present : Method
        The current method, whose k is kept for the next one.
    """
    if way == way_of(present):
        return present
    name, method, present_settings = name_of(way), method_of(way), dict(present.parameters)
    if not (keeps_t(way) and METHODS[present.name].keeps_t(present_settings)):
        # A t of 1 promises nothing and is not taken over.
        present_settings.pop("t", None)
    values: dict[str, object] = {
        p.name: p.default for p in method.parameters if p.default is not None
    }
    values.pop("t", None)
    if keeps_t(way):
        # A method not used before starts with the t of another one.
        thresholds = [v["t"] for k, v in last.items() if keeps_t(k) and "t" in v]
        values["t"] = thresholds[0] if thresholds else T.default
    values |= settings_of(way, last)
    if keeps_t(way) and not method.keeps_t(values):
        values["t"] = T.default
    carried = {
        p.name: present_settings[p.name]
        for p in method.parameters
        if p.name in present_settings and p.name not in _NEVER_TAKEN_OVER
        if not p.choices or present_settings[p.name] in p.choices
    }
    return Method(name, values | carried)


def complete(method: Method) -> dict[str, object]:
    """Complete the parameters of a method with defaults."""
    parameters = METHODS[method.name].complete(method.parameters)
    return {name: value for name, value in parameters.items() if value not in (None, [])}
