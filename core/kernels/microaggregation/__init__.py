"""The methods that partition records into clusters."""
