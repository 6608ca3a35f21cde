"""Qt models of taxonomies and of the columns that have one."""
