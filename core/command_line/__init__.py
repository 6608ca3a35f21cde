"""The command line, which does without the window what the window does."""

from core.command_line.main import main
