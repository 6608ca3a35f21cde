"""Exit statuses of the command line that several tests name."""

from __future__ import annotations

READY, WITH_QUESTIONS = 0, 5
WRITTEN = (READY, WITH_QUESTIONS)
"""A release was written and verified; questions may be open."""
