"""What the sample files are made of: everything in them is invented."""
