"""Computes all measures of a release."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from core.encode import MeasuredTable
from core.jobs import CancellableSequence, Job
from core.measure.dependence import confidential_measures, quasi_distortion
from core.measure.group_counts import count_uniques, privacy_reached
from core.measure.linkage import disclosure_by_linkage
from core.measure.loss import distortions, information_loss
from core.measure.marginals import marginal_distances
from core.measure.moments import moment_changes
from core.measure.nominal_pairs import NominalPair, nominal_pairs, semantic_errors
from core.measure.propensity import propensity_error
from core.measure.table import Pair, pairs
from core.measure.unit_counts import ProfiledUnits, unit_measures
from core.model import Direction, Measure, Role, Schema

MEASURE_PHASES = ("measuring", "linking")
_NUMERIC = Role.QUASI_IDENTIFIER, Role.CONFIDENTIAL


def measure_all(
    original: MeasuredTable,
    released: MeasuredTable,
    job: Job,
    paired: bool = True,
    units: ProfiledUnits | None = None,
) -> tuple[Measure, ...]:
    """Compute the utility and risk measures of a release (manual: measures).

    Parameters
    ----------
    original, released : MeasuredTable
        The released records before and after, with the same schema.
    job : Job
        Enters the phases `MEASURE_PHASES`. Raises `Cancelled` if it is cancelled.
    paired : bool
        Whether record `i` of both is the same; otherwise measures of pairs are left out.
    units : ProfiledUnits, optional
        The units of the records, if several records belong to one.

    Returns
    -------
    tuple of Measure
        First those of the file, then those of each attribute, in column order.
    """
    schema = original.schema
    quasi = {attribute.name for attribute in schema.with_role(Role.QUASI_IDENTIFIER)}
    numeric = CancellableSequence(pairs(original, released, *_NUMERIC), job)
    masked = CancellableSequence([pair for pair in numeric if pair.name in quasi], job)
    nominal = nominal_pairs(schema, original.columns, released.columns)
    job.start_phase("measuring", 3)
    uniques = count_uniques(original)
    # Most groups of an original have one record: they would be the largest part of what is known.
    original.forget_groups()
    measures = privacy_reached(uniques, released)
    if units is not None:
        measures += unit_measures(units, original.columns, released.columns, schema)
    job.update(1)
    measures += moment_changes(masked, numeric, job) + confidential_measures(released, job)
    job.check()
    measures += marginal_distances(masked, schema, nominal)
    job.check()
    # A model without some of the quasi-identifiers would underestimate the difference.
    measures += () if nominal else propensity_error(masked, job)
    job.update(2)
    if paired:
        of_pairs = _measures_of_pairs(masked, nominal, schema)
        job.update(3)
        linked_unit = units.unit if units is not None and schema.links else None
        measures = of_pairs + measures
        measures += disclosure_by_linkage(masked, released, job, nominal, linked_unit)
    order = {attribute.name: i for i, attribute in enumerate(schema.attributes)}
    return tuple(sorted(measures, key=lambda m: -1 if m.attribute is None else order[m.attribute]))


def _measures_of_pairs(
    masked: Sequence[Pair], nominal: Sequence[NominalPair], schema: Schema
) -> tuple[Measure, ...]:
    """Compute the measures that compare each record with itself, but for those of an intruder."""
    measures = (
        *information_loss(masked, nominal),
        *quasi_distortion(masked, nominal),
        *distortions(masked, schema, of_file=not nominal),
        *semantic_errors(nominal),
    )
    errors = [measure.value for measure in measures if measure.name == "relative-error"]
    if errors:  # that of the file is the mean over its attributes
        measures += (Measure("relative-error", fsum(errors) / len(errors), "1", Direction.LOWER),)
    return measures
