"""Encodes columns as numbers, from which distances, ranks and measures are computed."""

from core.encode.marginality import (
    candidates_of,
    find_representatives,
    marginalities,
    most_marginal,
    total_order,
)
from core.encode.matching import (
    CategoryCandidate,
    Coverage,
    Matcher,
    TaxonomySuggestion,
    Unmatched,
    index_taxonomy,
    suggest_taxonomies,
)
from core.encode.measured_table import MeasuredTable
from core.encode.nominal import (
    Nominal,
    category_counts,
    category_places,
    column_of_places,
    nominal,
    nominal_of,
    semantics_of,
)
from core.encode.numbers import numbers, spelled_out
from core.encode.ranks import Hierarchy, Ranked, emd_of_groups, rank, rank_confidential
from core.encode.record_groups import by_first_appearance, first_of_groups, group_records
from core.encode.rows import take
from core.encode.semantics import MOST_NODES, Semantics, rms_distance, semantics, squared_distances
from core.encode.standard import Standard, standard
