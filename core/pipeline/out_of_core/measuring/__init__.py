"""What is measured of a file on disk besides what its sums and groups say."""
