"""Utility and risk, measured on tables and partitions."""

from core.measure.all import MEASURE_PHASES, measure_all
from core.measure.classes import count_k, count_p, count_t, equivalence_classes

__all__ = [
    "MEASURE_PHASES",
    "count_k",
    "count_p",
    "count_t",
    "equivalence_classes",
    "measure_all",
]
