"""The games played on the board: partie ordinaire and partie à écrire, who begins, what is paid, which throws count."""
