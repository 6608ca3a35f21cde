"""The step Prepare: the list of preparing steps, the form of one, and what is suggested."""
