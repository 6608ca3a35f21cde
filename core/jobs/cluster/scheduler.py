"""The Dask cluster that computes the blocks of a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_HEXADECIMAL = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Scheduler:
    """A Dask cluster that an office runs.

    Attributes
    ----------
    address : str
        Of its scheduler, such as ``tls://host:8786``.
    ca, certificate, key : pathlib.Path
        PEM files: the authority that signed the cluster's certificates, and this computer's
        certificate and key.
    fingerprint : str
        SHA-256 of the scheduler's certificate, in lower-case hexadecimal digits.
    """

    address: str
    ca: Path
    certificate: Path
    key: Path
    fingerprint: str


def read_fingerprint(text: str) -> str | None:
    """Read a SHA-256 as hexadecimal digits, as ``openssl x509 -fingerprint`` prints it.

    Returns
    -------
    str or None
        64 hexadecimal digits in lower case; ``None`` if the text holds none.
    """
    digits = text.rpartition("=")[2].replace(":", "").strip().lower()
    return digits if _HEXADECIMAL.fullmatch(digits) else None
