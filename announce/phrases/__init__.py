"""The words: rulings and notices into French, English and any language with a catalogue beside fr.po."""

from announce.phrases.catalogue import UnknownLanguage, club_texts, languages, page_texts, walk_texts
from announce.phrases.telling import announcements
from announce.phrases.words import notation

__all__ = ["UnknownLanguage", "announcements", "club_texts", "languages", "notation", "page_texts", "walk_texts"]
