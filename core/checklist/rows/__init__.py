"""The rows of the checklist, a module for each family."""
