"""The tables of the reports: figures of users, measures and the preparation."""
