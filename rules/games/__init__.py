"""Partie ordinaire and partie à écrire: the side that begins, the payments, and the throws that count."""
