"""Arrays of tables, whose pages lie in memory or in nameless files of a scratch folder.

A column is a numpy array everywhere. Only this package knows where its pages are.
"""

from core.table.arrays import empty, forget, index_type, keep, keep_codes, keep_mask, pieces
from core.table.spool import is_spooling, spooling, use_scratch
