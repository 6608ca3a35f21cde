"""The frame around the pages: steps, notices, problems, main button."""
