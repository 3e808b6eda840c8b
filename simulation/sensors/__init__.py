"""How real sensors err on a table, and simulated ones that err alike."""
