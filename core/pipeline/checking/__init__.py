"""Checks releases: verify their logs and files, or replay their runs."""

from core.pipeline.checking.replay import Replay, replay
from core.pipeline.checking.reports import report_at
from core.pipeline.checking.verify import Check, verify

__all__ = ["Check", "Replay", "replay", "report_at", "verify"]
