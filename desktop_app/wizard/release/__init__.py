"""The parts of the step Release."""
