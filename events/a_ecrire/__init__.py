"""The acts and rulings of a partie à écrire, in addition to those of trictrac."""
