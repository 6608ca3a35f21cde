"""The risk of the file as it is prepared: what is counted, and what is said of it."""
