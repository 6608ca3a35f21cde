"""The risk of the file as it is prepared, as tables."""
