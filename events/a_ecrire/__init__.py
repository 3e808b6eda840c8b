"""What is done and ruled in a partie à écrire, on top of the trictrac."""
