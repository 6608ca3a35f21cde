"""Differential privacy: exact noise, budgets, mechanisms and their claims."""

from core.protect.privacy.design import design_of, lacks_domain, list_masked
from core.protect.privacy.entropy import supply
from core.protect.privacy.noise import shuffle_values
from core.protect.privacy.plans import typical_errors
