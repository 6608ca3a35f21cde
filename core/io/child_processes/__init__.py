"""Child processes that read and write files, so that they can be stopped and limited."""
