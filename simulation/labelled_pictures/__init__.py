"""Pictures with labels: the development photographs, and the same altered."""
