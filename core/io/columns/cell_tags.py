"""What a cell of a file is that says it of each cell."""

# What a filled cell is.
EMPTY = 0
NUMBER = 1
DATE = 2  # days since 1970-01-01, with the time of day as a fraction
TIME = 3  # days
BOOLEAN = 4
TEXT = 5  # position of a text
