"""The guided tour: a card that leads through the steps with a sample."""
