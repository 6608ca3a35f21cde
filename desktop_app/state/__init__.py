"""The open project and what was computed of it."""
