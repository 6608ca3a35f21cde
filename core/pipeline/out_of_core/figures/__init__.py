"""The figures of a recipe, of files in the scratch folder."""
