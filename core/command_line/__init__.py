"""The command line: suggest, assess, protect, compare, replay, verify, manual, selftest."""

from core.command_line.main import main

__all__ = ["main"]
