"""Files in and out: the only room that imports pandas, pyarrow and the spreadsheet libraries."""

from core.io.conversion import as_kind, number_failures
from core.io.findings import ColumnProfile, Guess, Preview, Probe
from core.io.fingerprints import fingerprint
from core.io.previewing import preview
from core.io.probing import probe
from core.io.profiling import profile
from core.io.reading import READ_PHASES, read
from core.io.writing import write

__all__ = [
    "READ_PHASES",
    "ColumnProfile",
    "Guess",
    "Preview",
    "Probe",
    "as_kind",
    "fingerprint",
    "number_failures",
    "preview",
    "probe",
    "profile",
    "read",
    "write",
]
