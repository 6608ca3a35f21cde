"""Comparison of methods: which can protect a file, their running times and their results.

A `Basis` contains the current settings. `candidates` finds the methods that can take part, and
`Comparison` runs them one after another in the caller's thread.
"""

from core.compare.basis import basis_of
from core.compare.candidates import candidates
from core.compare.comparison import Comparison
from core.compare.sweep import Sweep
from core.compare.trial import ComparisonRow, TrialFigures
from core.compare.ways import name_of
