"""What identifies a file: its name, its size and its SHA-256."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from core.io.opening import watched
from core.jobs import Job
from core.model import Fingerprint

_BLOCK = 1 << 20


def fingerprint(path: Path, job: Job | None = None) -> Fingerprint:
    """Return the file's name, size in bytes and SHA-256.

    Raises
    ------
    Refused
        If the file cannot be read or changes meanwhile.
    Cancelled
        If the job was asked to stop.
    """
    job = job or Job()
    digest = hashlib.sha256()
    done = 0
    with watched(path) as handle:
        job.begin("hashing", os.fstat(handle.fileno()).st_size)
        while block := handle.read(_BLOCK):
            digest.update(block)
            done += len(block)
            job.reach(done)
    return Fingerprint(path.name, done, digest.hexdigest())
