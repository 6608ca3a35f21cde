"""Plans of runs out of core, made from a sample of the file."""
