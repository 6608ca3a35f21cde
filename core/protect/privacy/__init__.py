"""Differential privacy: exact noise, budgets, mechanisms and their claims."""

from core.protect.privacy.design import PRIVATE_METHODS, design_of, lacks_domain, masked_attributes
from core.protect.privacy.entropy import supply
from core.protect.privacy.noise import shuffled
from core.protect.privacy.plans import (
    claim_of,
    claim_of_plan,
    is_private,
    ledger_of,
    ledger_of_plan,
    typical_errors,
)
from core.protect.privacy.private_release import PHASES, protect_privately

__all__ = [
    "PHASES",
    "PRIVATE_METHODS",
    "claim_of",
    "claim_of_plan",
    "design_of",
    "is_private",
    "lacks_domain",
    "ledger_of",
    "ledger_of_plan",
    "masked_attributes",
    "protect_privately",
    "shuffled",
    "supply",
    "typical_errors",
]
