"""Pictures and small sketches."""
