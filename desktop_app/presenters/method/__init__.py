"""Which methods there are, and what the chosen one means."""
