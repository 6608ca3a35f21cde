"""Differential privacy: exact noise, budgets, mechanisms and what they may claim."""
