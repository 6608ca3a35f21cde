"""What a release must answer before it is called ready, and what is counted for it."""
