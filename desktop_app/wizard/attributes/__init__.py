"""The parts of the step Columns."""
