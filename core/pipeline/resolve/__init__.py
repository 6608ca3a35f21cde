"""From what the user wishes to what will be done: every check of the house is made here."""

from core.pipeline.resolve.resolve import resolve
from core.pipeline.resolve.roles import role_problems

__all__ = ["resolve", "role_problems"]
