"""Types of columns, their conversion, and the spelling of their cells."""
