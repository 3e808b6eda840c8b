"""Put rulings and notices into words: in French, English and any language with a catalogue next to fr.po."""

from announce.phrases.backgammon import BACKGAMMON
from announce.phrases.catalogue import UnknownLanguage, club_texts, languages, page_texts, walk_texts
from announce.phrases.registry import Manner, Repertoire, announcements, coach_phrase
from announce.phrases.trictrac import TRICTRAC

__all__ = [
    "BACKGAMMON",
    "TRICTRAC",
    "Manner",
    "Repertoire",
    "UnknownLanguage",
    "announcements",
    "club_texts",
    "coach_phrase",
    "languages",
    "page_texts",
    "walk_texts",
]
