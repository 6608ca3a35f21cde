"""Lets anybody check a release: verify its log and files, or replay its run."""

from core.pipeline.checking.replay import Replay, replay
from core.pipeline.checking.reports import report_at
from core.pipeline.checking.verify import Check, verify

__all__ = ["Check", "Replay", "replay", "report_at", "verify"]
