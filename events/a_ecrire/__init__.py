"""The acts and rulings of a partie à écrire, on top of the trictrac."""
