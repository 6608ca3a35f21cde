"""Protects units that consist of several records: households, firms, trajectories."""

from core.protect.units.protect_units import find_joined_units, protect_units
from core.protect.units.unit_clusters import takes_units
from core.protect.units.unit_file import patterns_of
