"""Qt item models over the engine's arrays."""
