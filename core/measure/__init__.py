"""Utility and risk, measured on tables and partitions."""

from core.measure.clusters import Projection, project
from core.measure.descriptives import (
    LEVELS,
    MOST_CORRELATED,
    Correlations,
    CrossTable,
    Described,
    Summary,
    correlate_columns,
    cross_tabulate,
    describe,
    is_numeric,
)
from core.measure.distributions import Distribution, distribution
from core.measure.dominance import find_dominated_columns
from core.measure.group_counts import count_k, count_k_of_values, count_p, count_t, exposure_of
from core.measure.measure_all import MEASURE_PHASES, measure_all
from core.measure.representation import Representation, list_candidates
