"""The Dask cluster that computes the blocks of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


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
    """

    address: str
    ca: Path
    certificate: Path
    key: Path
