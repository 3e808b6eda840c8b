"""The doctor: a table's troubles and their remedies, in plain words."""
