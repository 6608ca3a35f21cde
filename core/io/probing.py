"""Looks at a file and guesses how it is laid out."""

from __future__ import annotations

from pathlib import Path

from core.io.findings import Probe


def probe(path: Path) -> Probe:
    """Guess a file's kind and layout from its head, each guess with a reason.

    Never raises for what is in the file: what is wrong comes back in `Probe.problems`.
    """
    raise NotImplementedError(path)
