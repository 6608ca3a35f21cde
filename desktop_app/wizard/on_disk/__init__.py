"""The parts of the step Run that protect a file on disk."""
