"""Child processes that read and write files, which can be stopped and limited."""
