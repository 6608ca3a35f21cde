"""Key columns of scenarios of which each combination must be shared by at least k records."""

from core.protect.key_sets.key_set import KeySet, key_sets_of
from core.protect.key_sets.key_set_merging import (
    merge_for_key_sets,
    merge_waiting,
    waiting_clusters,
)
from core.protect.key_sets.out_of_reach import out_of_reach, out_of_reach_of

__all__ = [
    "KeySet",
    "key_sets_of",
    "merge_for_key_sets",
    "merge_waiting",
    "out_of_reach",
    "out_of_reach_of",
    "waiting_clusters",
]
