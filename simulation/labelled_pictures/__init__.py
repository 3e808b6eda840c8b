"""Pictures with labels: the development photographs, original and altered."""
