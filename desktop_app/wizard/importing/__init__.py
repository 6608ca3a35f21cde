"""The import wizard: one page a file, and the import under way without its pages."""
