"""Checks releases: verify their logs and files, or replay their runs."""

from core.verify.replay import Replay, replay
from core.verify.report_page import listed_page
from core.verify.verify import Check, verify
