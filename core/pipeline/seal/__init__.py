"""Writes a release: staged apart, read back, recounted, and only then given its name."""

from core.pipeline.seal.destination import check_destination, check_halves
from core.pipeline.seal.dressing import foresee
from core.pipeline.seal.names import Names, marked, names_of
from core.pipeline.seal.seal import SEAL_PHASES, new_stamp, seal
from core.pipeline.seal.sparing import Own, files_of, spare

__all__ = [
    "SEAL_PHASES",
    "Names",
    "Own",
    "check_destination",
    "check_halves",
    "files_of",
    "foresee",
    "marked",
    "names_of",
    "new_stamp",
    "seal",
    "spare",
]
