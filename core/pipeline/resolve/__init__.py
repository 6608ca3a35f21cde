"""From what the user wishes to what will be done: every check of the house is made here."""

from core.pipeline.resolve.resolve import resolve

__all__ = ["resolve"]
