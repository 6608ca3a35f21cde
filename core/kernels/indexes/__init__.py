"""What a method asks of the records that are in no cluster yet, and what can answer it."""
