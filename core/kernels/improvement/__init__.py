"""The improvement step: a partition is searched for one that loses less."""
