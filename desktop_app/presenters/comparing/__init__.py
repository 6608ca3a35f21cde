"""What a comparison of methods says."""
