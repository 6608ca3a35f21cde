"""Where the blocks of a file are computed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes on this computer, started for one run.

    Attributes
    ----------
    count : int
        At least 1.
    """

    count: int


@dataclass(frozen=True, slots=True)
class Scheduler:
    """A Dask cluster that exists.

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


# Without either, blocks are computed by threads of this process.
Place = Workers | Scheduler | None
