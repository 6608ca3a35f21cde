"""Utility and risk, measured on tables and partitions."""

from core.measure.classes import count_k, count_p, count_t, equivalence_classes
from core.measure.measure_all import MEASURE_PHASES, measure_all

__all__ = [
    "MEASURE_PHASES",
    "count_k",
    "count_p",
    "count_t",
    "equivalence_classes",
    "measure_all",
]
