"""The generators: what each exercise is about, and how positions for it come about."""
