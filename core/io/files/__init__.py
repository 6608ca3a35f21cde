"""Opens, writes, replaces and locks files."""
