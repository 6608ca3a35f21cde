"""The parts of a file in the scratch folder that are grouped separately."""
