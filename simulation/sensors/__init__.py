"""The errors of real sensors on a table, and simulated sensors with the same errors."""
