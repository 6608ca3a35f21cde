"""Other ways to mask the same columns, for a comparison that is never released. Knows no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core import pipeline
from core.errors import PromiseBroken, Refused, StatveilError
from core.jobs import Job
from core.model import Attribute, Dataset, Method, Plan, Result, Role, Schema

COMPARED = ("relative-error", "jsd", "variance-change", "correlation-change")
_ALONE = {"dp-individual-ranking": "individual-ranking", "dp-insensitive": "insensitive"}
_SHARED = ("epsilon", "mask", "shares")


@dataclass(frozen=True, slots=True)
class Way:
    """One way and what it came to.

    Attributes
    ----------
    code : str
        ``this``, ``laplace`` (plain Laplace with the same budget) or ``alone``
        (microaggregation with the same k and no noise).
    method : Method
        Its method.
    values : dict of str to float
        Means over the masked columns by measure, `correlation-change` of the file; what cannot
        be measured is absent.
    error : StatveilError or None
        Why there is none.
    """

    code: str
    method: Method
    values: dict[str, float]
    error: StatveilError | None = None


def other_ways(plan: Plan) -> tuple[tuple[str, Method], ...]:
    """Return plain Laplace and microaggregation alone, as far as they are other ways."""
    method, parameters = plan.project.recipe.method, plan.parameters
    ways = []
    if method.name != "dp-laplace":
        shared = {name: parameters[name] for name in _SHARED if parameters.get(name)}
        ways.append(("laplace", Method("dp-laplace", shared)))
    if method.name in _ALONE:
        ways.append(("alone", Method(_ALONE[method.name], {"k": parameters["k"]})))
    return tuple(ways)


def summary(code: str, result: Result, masked: Iterable[str]) -> Way:
    """Return a result as a row of the comparison."""
    names = set(masked)
    values = {}
    for name in COMPARED:
        masked_values = [
            m.value for m in result.measures if m.name == name and m.attribute in names
        ]
        file_values = [m.value for m in result.measures if m.name == name and m.attribute is None]
        if masked_values:
            values[name] = sum(masked_values) / len(masked_values)
        elif file_values:
            values[name] = file_values[0]
    return Way(code, result.plan.project.recipe.method, values)


def tried(
    code: str, method: Method, plan: Plan, dataset: Dataset, masked: tuple[str, ...], job: Job
) -> Way:
    """Run another way on the columns that a private `plan` masks; return what it came to."""
    project = plan.project
    recipe = replace(project.recipe, method=method, figures=())
    # The schema in which the masked columns are the quasi-identifiers, and no others.
    attributes = []
    for attribute in project.schema.attributes:
        if attribute.name in masked:
            attributes.append(replace(attribute, role=Role.QUASI_IDENTIFIER))
        elif attribute.role is Role.QUASI_IDENTIFIER:
            attributes.append(Attribute(attribute.name, Role.OTHER))
        else:
            attributes.append(attribute)
    schema = Schema(tuple(attributes))
    other_plan = pipeline.resolve(recipe, schema, dataset, project.source)
    if other_plan.errors:
        return Way(code, method, {}, Refused(*other_plan.errors))
    try:
        result = pipeline.execute(other_plan, dataset, job)
    except PromiseBroken as broken:
        return Way(code, method, {}, broken)
    return replace(summary(code, result, masked), method=method)
