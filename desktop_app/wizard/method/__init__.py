"""The parts of the step Method."""
