"""The individual risks of the records as a picture."""
