"""The partie à écrire at one table: who sits where, how a marqué ends, who comes next. See docs/a-ecrire.md."""
