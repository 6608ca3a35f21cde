"""The steps of the window, one page a file."""
