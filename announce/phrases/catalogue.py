"""The catalogues: one gettext file for each language, read as it is, without a compile step.

A message's id is a key, not a text, so French is not treated differently from other languages. A phrase that a language
lacks is taken from French, the language of the game. The context "variant NAME" holds other words for a phrase. They
are used at tables whose settings name that variant.
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import polib

from announce.phrases.grammar import Number
from events.board_reading import Trouble
from rules.position import Side

FALLBACK: Final = "fr"
"""The language of the game. It has every phrase, and fills the gaps of other languages."""
JOINT: Final = "|"
"""In a phrase: a space where a speaker may take breath, and where recorded pieces are joined."""
VARIANT: Final = "variant "
"""The start of the context of a phrase that a table may prefer."""
ZERO: Final = "zero"
"""The context of a counted phrase's form for the number 0."""
_CODE: Final = re.compile(r"[a-z]{2,3}")


class UnknownLanguage(ValueError):
    """There is no catalogue for that language. The message lists the languages that have one."""


class _Placeholder(str):
    """A placeholder that formats as itself, in any form."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        """Return the placeholder without its form."""
        return "{" + self + "}"


class _Kept(dict[str, str]):
    """Values that leave every placeholder as it is."""

    def __missing__(self, name: str) -> str:
        return _Placeholder(name)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The phrases of one language, found by key and context.

    Attributes:
        language: its code.
        translations: its gettext file, completed from French.
        joints: whether texts keep the marks of places for a breath, for the list of phrases to record.
        preferred: the variants used instead, by key.
    """

    language: str
    translations: gettext.NullTranslations
    joints: bool = False
    preferred: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str, context: str | None = None, /, **values: object) -> str:
        """Return the phrase of a key with its placeholders filled. Raises KeyError when there is none."""
        return self._lookup(key, context).format_map(values)

    def decimal(self, number: float, form: str) -> str:
        """Return a number, formatted so, as the language writes it."""
        return format(number, form).replace(".", self.text("decimal"))

    def template(self, key: str) -> str:
        """Return the phrase of a key with its placeholders unfilled: the page fills them."""
        return self._lookup(key, None).format_map(_Kept())

    def has(self, key: str, context: str | None = None, /) -> bool:
        """Return whether there is such a phrase, in this language or in French."""
        return self._gettext(key, context) != key

    def plural(self, key: str, number: int, /, **values: object) -> str:
        """Return the phrase of a key in the form for `number`, which fills {n}. The number 0 may have its own form.

        Raises KeyError for a key without a phrase.
        """
        values = {"n": Number(self, number), **values}
        if number == 0 and self.has(key, ZERO):
            return self.text(key, ZERO, **values)
        found = self.translations.ngettext(key, key, number)
        if found == key:
            raise KeyError(f"no phrase {key!r}")
        return self._join(found).format_map(values)

    def number(self, number: int, gender: str | None = None) -> str:
        """Return a number in words where the language has them, otherwise in digits. A gender may change the word."""
        key = f"number.{number}"
        if gender and self.has(key, gender):
            return self.text(key, gender)
        return self.text(key) if self.has(key) else str(number)

    def _gettext(self, key: str, context: str | None) -> str:
        if context is not None:
            return self.translations.pgettext(context, key)
        return self.preferred.get(key) or self.translations.gettext(key)

    def _lookup(self, key: str, context: str | None) -> str:
        found = self._gettext(key, context)
        if found == key:
            raise KeyError(f"no phrase {key!r}" + (f" in context {context!r}" if context else ""))
        return self._join(found)

    def _join(self, text: str) -> str:
        return text if self.joints else text.replace(JOINT, " ")


def _folder() -> Traversable:
    return resources.files("announce.phrases")


def languages(first: str = "") -> tuple[str, ...]:
    """Return the codes of all languages with a catalogue, sorted, with `first` at the front."""
    codes = (entry.name.removesuffix(".po") for entry in _folder().iterdir() if entry.name.endswith(".po"))
    return tuple(sorted(codes, key=lambda code: (code != first, code)))


@cache
def entries(language: str) -> polib.POFile:
    """Read the gettext file of a language.

    Raises UnknownLanguage when there is none.
    """
    file = _folder() / f"{language}.po"
    if not _CODE.fullmatch(language) or not file.is_file():
        raise UnknownLanguage(f"no phrases in {language!r}; there are: {', '.join(languages())}")
    return polib.pofile(file.read_text("utf-8"))


@cache
def variants() -> tuple[str, ...]:
    """Return the names of all variants in all languages, sorted."""
    contexts = {entry.msgctxt or "" for language in languages() for entry in entries(language)}
    return tuple(sorted(context.removeprefix(VARIANT) for context in contexts if context.startswith(VARIANT)))


_preferred: tuple[str, ...] = ()


def prefer(names: Iterable[str]) -> None:
    """Use these variants from now on. They hold for the whole process, because it serves one table."""
    global _preferred  # noqa: PLW0603 - as the standard library's locale, which is the process's own too
    _preferred = tuple(names)
    for cached in (catalogue, page_texts, club_texts, walk_texts):
        cached.cache_clear()


@cache
def catalogue(language: str, *, joints: bool = False, preferred: tuple[str, ...] | None = None) -> Catalogue:
    """Return the catalogue of a language code, completed from French.

    Args:
        language: its code.
        joints: whether texts keep the marks where recorded pieces are joined.
        preferred: names of variants; None for those given to `prefer`.

    Raises UnknownLanguage when there is none.
    """
    translations = gettext.GNUTranslations(io.BytesIO(entries(language).to_binary()))
    if language != FALLBACK:
        translations.add_fallback(catalogue(FALLBACK).translations)
    contexts = {VARIANT + name for name in (_preferred if preferred is None else preferred)}
    words = {entry.msgid: entry.msgstr for entry in entries(language) if entry.msgctxt in contexts}
    return Catalogue(language, translations, joints, words)


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return all texts of a table's page by key: titles, buttons, and the names of jans, sides, dice and troubles."""
    words = catalogue(language)
    return {
        **_texts_from(words, "page."),
        **{
            entry.msgid: words.text(entry.msgid, "short")
            for entry in entries(FALLBACK)
            if entry.msgctxt == "short" and entry.msgid.startswith("jan.")
        },
        **{f"side.{form}.{side}": words.text(f"side.{side}", form) for side in Side for form in ("name", "the", "to")},
        **{f"trouble.{trouble}": words.text(f"trouble.{trouble}", "begun") for trouble in Trouble},
        **{f"dames.{count}": words.plural("dames", count) for count in range(1, 16)},
        "dice.simple": words.template("dice.simple"),
        **{f"doublet.{face}": words.text(f"doublet.{face}") for face in range(1, 7)},
        **{f"face.{face}": words.text(f"face.{face}", "name") for face in range(1, 7)},
    }


@cache
def club_texts(language: str) -> dict[str, str]:
    """Return all texts of a club's page by key: its own and those of a table's page."""
    return page_texts(language) | _texts_from(catalogue(language), "club.")


@cache
def walk_texts(language: str) -> dict[str, str]:
    """Return all texts of the page that guides the calibration, by key."""
    words = catalogue(language)
    return {**_texts_from(words, "walk."), "page.language": words.template("page.language")}


def _texts_from(words: Catalogue, start: str) -> dict[str, str]:
    return {entry.msgid: words.template(entry.msgid) for entry in entries(FALLBACK) if entry.msgid.startswith(start)}
