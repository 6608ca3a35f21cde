"""The tabs of the step Results."""
