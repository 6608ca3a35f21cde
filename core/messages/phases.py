"""Phases of a run."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {}
