"""The doctor: finds a table's troubles and names their remedies, in plain words."""
