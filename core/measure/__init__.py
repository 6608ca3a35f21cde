"""Utility and risk, measured on tables and partitions."""

from core.encode import equivalence_classes
from core.measure.classes import count_k, count_p, count_t
from core.measure.clusters import Projection, project
from core.measure.distributions import Distribution, distribution
from core.measure.measure_all import MEASURE_PHASES, measure_all
from core.measure.representation import Representation, represented

__all__ = [
    "MEASURE_PHASES",
    "Distribution",
    "Projection",
    "Representation",
    "count_k",
    "count_p",
    "count_t",
    "distribution",
    "equivalence_classes",
    "measure_all",
    "project",
    "represented",
]
