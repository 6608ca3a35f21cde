"""Edit rules and totals of a file in the scratch folder."""
