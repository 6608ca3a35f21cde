"""Comparison of methods: which can protect a file, their running times and their results.

A `Basis` contains the current settings. `candidates` finds the methods that can take part, and
`Comparison` runs them one after another in the caller's thread.
"""

from core.compare.basis import Basis, basis_of
from core.compare.candidates import Candidate, candidates
from core.compare.comparison import Comparison
from core.compare.sweep import Sweep
from core.compare.trial import ComparisonRow, Trial, TrialFigures
from core.compare.ways import name_of, ways

__all__ = [
    "Basis",
    "Candidate",
    "Comparison",
    "ComparisonRow",
    "Sweep",
    "Trial",
    "TrialFigures",
    "basis_of",
    "candidates",
    "name_of",
    "ways",
]
