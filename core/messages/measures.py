"""Measures, their titles and what they mean."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {}
