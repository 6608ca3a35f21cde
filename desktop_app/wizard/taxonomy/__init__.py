"""The parts of the step Taxonomies."""
