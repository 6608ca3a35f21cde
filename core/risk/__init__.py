"""Disclosure risk of a file: frequencies, individual risk, minimal sample uniques."""

from core.risk.assessment import KeyRisk, Settings, assess_keys
from core.risk.combinations import MOST_COMBINATIONS, combination_count
from core.risk.frequencies import THRESHOLDS, Frequencies, Violations, count_frequencies
from core.risk.individual import Population, population_risk
from core.risk.left_out import LeftOut, leave_each_out
from core.risk.rare_combinations import RareCombinations, find_rare
from core.risk.risk_levels import RiskLevels, levels_of
from core.risk.sample_uniques import SampleUniques
