"""What the step Prepare says of its steps and suggests."""
