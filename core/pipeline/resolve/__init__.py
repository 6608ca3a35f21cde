"""Checks a recipe against schema and data and turns it into a plan."""

from core.pipeline.resolve.resolve import resolve
from core.pipeline.resolve.roles import role_problems
