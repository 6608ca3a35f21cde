"""Tags for the types of cells in files with individually typed cells."""

# The type of a filled cell.
EMPTY = 0
NUMBER = 1
DATE = 2  # days since 1970-01-01, with the time of day as a fraction
TIME = 3  # days
BOOLEAN = 4
TEXT = 5  # index of a text
