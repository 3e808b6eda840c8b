"""The networks, the numbers fitted with them, and how they are run."""
