"""Writes a release: staged apart, read back, recounted, and only then given its name."""

from core.pipeline.seal.destination import check_destination
from core.pipeline.seal.seal import seal

__all__ = ["check_destination", "seal"]
