"""Disclosure risk of a file: frequencies, individual risk, minimal sample uniques."""

from core.risk.assessment import KeyRisk, Settings, assess_keys
from core.risk.combinations import MOST_COMBINATIONS, Combination, combination_count
from core.risk.frequencies import THRESHOLDS, Frequencies, Violations
from core.risk.individual import Population
from core.risk.sample_uniques import SampleUniques

__all__ = [
    "MOST_COMBINATIONS",
    "THRESHOLDS",
    "Combination",
    "Frequencies",
    "KeyRisk",
    "Population",
    "SampleUniques",
    "Settings",
    "Violations",
    "assess_keys",
    "combination_count",
]
