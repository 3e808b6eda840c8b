"""The header of a record: `key: value` lines, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import TypeVar

from rules.code import CODES, OPTIONS
from rules.games.a_ecrire import Camp, Convention
from rules.games.paiement_du_tour import PAIEMENTS
from rules.record.cursor import ParseError, RecordLine
from rules.record.entries import Methode, Ordinaire

T = TypeVar("T")

ORDINAIRE_KEYS = ("paiement",)
CONVENTION_KEYS = ("marques", "consolation", "mise", "plafond", "fiche")
KEYS = ("date", "jeu", "joueur", *ORDINAIRE_KEYS, *CONVENTION_KEYS, "code", "option", "primaute")
MANY = ("joueur", "option")


class Header:
    """The header as read. date, jeu, code, options and primaute are those of a `Record`; section begins a manche."""

    def __init__(self, lines: list[RecordLine], end: RecordLine) -> None:
        self._end = end
        self._lines: dict[str, list[RecordLine]] = {}
        for line in lines:
            self._sort(line)
        self.date = self._read("date", _date)
        self.jeu = self._jeu()
        self.section = "tour" if isinstance(self.jeu, Ordinaire) else "marque"
        self.code = self._read("code", lambda line: line.one_of(str, CODES, "a code"), "lois-2013")
        self.options = self._options()
        self.primaute = (
            self._read("primaute", lambda line: line.one_of(Methode, Methode, "a primauté"))
            if "primaute" in self._lines
            else None
        )

    def _sort(self, line: RecordLine) -> None:
        known = f"a line of the header ({', '.join(KEYS)}), or a section"
        start = line.at
        key = line.take(r"([a-z_]+):", known)[1]
        if key not in KEYS:
            raise line.error(known, start, key)
        if key in self._lines and key not in MANY:
            raise line.error(f"{key}: only once", start, key)
        self._lines.setdefault(key, []).append(line)

    def _read(self, key: str, value: Callable[[RecordLine], T], default: T | None = None) -> T:
        """Return the value of a key; without a default the key must be present."""
        if key in self._lines:
            line = self._lines[key][0]
            found = value(line)
            line.end()
            return found
        if default is None:
            raise ParseError(self._end.number, 1, f"{key}: in the header", "none")
        return default

    def _options(self) -> tuple[tuple[str, bool], ...]:
        found: dict[str, bool] = {}
        for line in self._lines.get("option", []):
            start = line.at
            name = line.one_of(str, OPTIONS, "an option")
            if name in found:
                raise line.error(f"{name} only once", start, name)
            line.take("=", "=")
            found[name] = line.one_of(str, ("oui", "non"), "oui or non") == "oui"
            line.end()
        return tuple(found.items())

    def _jeu(self) -> Ordinaire | Convention:
        kind = self._read("jeu", lambda line: line.one_of(str, ("ordinaire", "a_ecrire"), "a game"))
        joueurs = [line.words() for line in self._lines.get("joueur", [])]
        return self._ordinaire(joueurs) if kind == "ordinaire" else self._a_ecrire(joueurs)

    def _ordinaire(self, joueurs: list[str]) -> Ordinaire:
        self._without(CONVENTION_KEYS, "partie ordinaire")
        if len(joueurs) != 2:
            raise self._wrong_players("two players", joueurs)
        paiement = self._read("paiement", lambda line: line.one_of(str, PAIEMENTS, "a payment"), "simple")
        return self._lines["joueur"][1].valid(lambda: Ordinaire((joueurs[0], joueurs[1]), paiement))

    def _a_ecrire(self, joueurs: list[str]) -> Convention:
        self._without(ORDINAIRE_KEYS, "partie à écrire")
        if len(joueurs) not in (2, 3, 4):
            raise self._wrong_players("two, three or four players", joueurs)
        camps: tuple[Camp, ...] = tuple((joueur,) for joueur in joueurs)
        if len(joueurs) == 4:
            # In the order they sit; partners sit opposite each other.
            camps = (tuple(joueurs[::2]), tuple(joueurs[1::2]))
        marques = self._whole("marques", None)
        consolation, mise, fiche = self._whole("consolation", 2), self._whole("mise", 1), self._whole("fiche", 5)
        plafond = self._whole("plafond", None) if "plafond" in self._lines else None
        return self._lines["marques"][0].valid(
            lambda: Convention(camps, marques, consolation, mise, plafond, fiche),
        )

    def _whole(self, key: str, default: int | None) -> int:
        return self._read(key, lambda line: line.whole("a whole number"), default)

    def _without(self, keys: tuple[str, ...], jeu: str) -> None:
        for key in keys:
            if key in self._lines:
                raise self._lines[key][0].error(f"no such line in the {jeu}", 0, key)

    def _wrong_players(self, expected: str, joueurs: list[str]) -> ParseError:
        line = self._lines["joueur"][-1] if joueurs else self._end
        return ParseError(line.number, 1, f"joueur: lines for {expected}", f"{len(joueurs)} of them")


def _date(line: RecordLine) -> date:
    expected = "a date like 2026-11-20"
    start = line.at
    word = line.take(r"\S+", expected)[0]
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", word, re.ASCII):
        try:
            return date.fromisoformat(word)
        except ValueError:
            pass  # there is no such day
    raise line.error(expected, start, word)
