"""Drive the real window through examples, and take pictures of it on the way."""
