"""Checks releases: verify their logs and files, or replay their runs."""

from core.verify.replay import Replay, replay
from core.verify.report_contents import report_at
from core.verify.verify import Check, verify

__all__ = ["Check", "Replay", "replay", "report_at", "verify"]
