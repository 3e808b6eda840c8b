"""What can be said at a table of trictrac, of a single tour or of a partie à écrire."""

from __future__ import annotations

from typing import Final

from announce.phrases.ecrire import MARQUES
from announce.phrases.faults import FAULTS
from announce.phrases.lessons import LESSONS
from announce.phrases.marks import MARKS
from announce.phrases.notices import NOTICES, REPRISE
from announce.phrases.plays import PLAYS
from announce.phrases.registry import Repertoire
from announce.phrases.solo import SOLO
from announce.phrases.throws import THROWS

TRICTRAC: Final = Repertoire({**THROWS, **PLAYS, **MARKS, **FAULTS, **MARQUES, **SOLO, **LESSONS, **NOTICES, **REPRISE})
