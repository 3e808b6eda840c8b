"""What is wrong with a table, and how to mend it, in plain words."""
