"""What can be wrong with a recipe."""

from __future__ import annotations

from core.messages.template import Template

TEXTS: dict[str, Template] = {}
