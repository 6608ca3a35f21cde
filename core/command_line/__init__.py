"""The command line: protect, replay, verify."""

from core.command_line.main import main

__all__ = ["main"]
