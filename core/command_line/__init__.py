"""The command line: assess, protect, compare, replay, verify, manual."""

from core.command_line.main import main

__all__ = ["main"]
