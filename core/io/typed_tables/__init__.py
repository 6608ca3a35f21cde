"""Files with declared column types: the common parts of statistical and Arrow files."""
