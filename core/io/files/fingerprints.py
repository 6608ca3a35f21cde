"""Fingerprints of files: name, size and SHA-256."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.io.files.input_files import open_watched, readable
from core.jobs import Job
from core.model import Fingerprint

_BLOCK = 1 << 20


def fingerprint(path: Path, job: Job | None = None) -> Fingerprint:
    """Compute the file's name, size in bytes and SHA-256.

    Raises
    ------
    Refused
        If the file cannot be read or changes during reading.
    """
    job = job or Job()
    with open_watched(path) as handle:
        job.start_phase("hashing", os.fstat(handle.fileno()).st_size)
        return hash_file(handle, path, job.update)


def hash_file(handle: BinaryIO, path: Path, reached: Callable[[int], None]) -> Fingerprint:
    """Hash an open file; `reached` is called with the bytes read."""
    digest = hashlib.sha256()
    done = 0
    handle.seek(0)
    while block := handle.read(_BLOCK):
        digest.update(block)
        done += len(block)
        reached(done)
    return Fingerprint(readable(path.name), done, digest.hexdigest())
