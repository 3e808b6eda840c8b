"""The contents of a game record: the players, the rules, and everything that happened, in order.

It keeps the raw facts, legal or not: what was thrown and played, and who marked what and why. So they can be checked
against the rules later. Moves are in their owner's numbering and in the order they were made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import takewhile
from typing import TypeAlias

from rules.code import CODES, OPTIONS, Code
from rules.fault import FaultName, RemedyName
from rules.games.a_ecrire import Bredouille, Convention
from rules.games.paiement_du_tour import PAIEMENTS
from rules.jan import JanName
from rules.play import Move
from rules.position import Case, Dice, ReleveCause, Side


class Methode(StrEnum):
    """The ways of settling who throws first (Lois V; Jeu 1, priorité; Jeu 2, coup et dés)."""

    UN_DE_CHACUN = "un_de_chacun"  # Lois V: the higher die begins, and plays the two numbers
    PLUS_PRES_DU_FORT = "plus_pres_du_fort"  # Lois V: one player throws both; the player nearest the higher die begins
    UN_DE_CHACUN_ET_RELANCE = "un_de_chacun_et_relance"  # Jeu 1: the higher die begins, and throws both dice
    COUP_ET_DES = "coup_et_des"  # Jeu 2: one throws both; the higher die is nearer to the beginner's bande


@dataclass(frozen=True, slots=True)
class Thrown:
    """`side` threw. Throws are numbered from 1 in each tour or marqué by their order."""

    side: Side
    dice: Dice


@dataclass(frozen=True, slots=True)
class Played:
    """The last thrower played: the moves of his dames, empty when no number could be played."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for some marked points: a figure of the throw, or an école."""

    name: JanName | FaultName
    points: int


@dataclass(frozen=True, slots=True)
class Marked:
    """`side` marked points, or had points taken off (then negative).

    Attributes:
        why: the reasons, as far as they were stated; they need not add up, because players err.
        jeton, fichet: where they stand afterwards (points 0..10, trou 0 and up), None when not noted.
        bredouille: whether the points stand in bredouille.
    """

    side: Side
    points: int
    why: tuple[Reason, ...] = ()
    jeton: int | None = None
    bredouille: bool = False
    fichet: int | None = None

    def __post_init__(self) -> None:
        if self.points % 2:
            raise ValueError(f"{self.points} points marked: points are even")
        if self.jeton is not None and self.jeton not in range(0, 12, 2):
            raise ValueError(f"jeton on {self.jeton} points, expected 0, 2, .. 10")
        if self.bredouille and self.jeton is None:
            raise ValueError("in bredouille, but the jeton's place is missing")
        if self.fichet is not None and self.fichet < 0:
            raise ValueError(f"fichet in trou {self.fichet}, expected 0 or more")


@dataclass(frozen=True, slots=True)
class Faulted:
    """`side` committed a fault, on these of its own cases."""

    side: Side
    fault: FaultName
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Remedied:
    """`by` chose a remedy; moves: the last thrower's new play, None when the old one stands."""

    by: Side
    remedy: RemedyName
    moves: tuple[Move, ...] | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """The last thrower, after a trou of his own throw, held (tenir) or left (s'en aller)."""

    left: bool


@dataclass(frozen=True, slots=True)
class Releve:
    """All dames went back to the talons; the last thrower throws next."""

    cause: ReleveCause


@dataclass(frozen=True, slots=True)
class Note:
    """A line of free text. Raises ValueError unless it is one printable line without blanks around it."""

    text: str

    def __post_init__(self) -> None:
        _one_line(self.text, "note")


Entry: TypeAlias = Thrown | Played | Marked | Faulted | Remedied | Decided | Releve | Note
OF_A_THROW = (Played, Remedied, Decided, Releve)
"""Entries that refer to the last thrower."""


@dataclass(frozen=True, slots=True)
class Resultat:
    """How a tour or marqué ended.

    Attributes:
        winner: None for a refait, which is played again.
        blancs, noirs: their trous.
        pavillon: the side that held it.
    """

    winner: Side | None
    blancs: int
    noirs: int
    bredouille: Bredouille = Bredouille.SIMPLE
    pavillon: Side | None = None

    def __post_init__(self) -> None:
        if min(self.blancs, self.noirs) < 0:
            raise ValueError(f"{self.blancs}-{self.noirs} trous, expected 0 or more")


@dataclass(frozen=True, slots=True)
class Manche:
    """One tour or marqué: the players of both colours, what happened, and the result (None until it ends).

    Raises ValueError when an entry refers to a throw before there is one, or a player plays both colours.
    """

    blancs: str
    noirs: str
    entries: tuple[Entry, ...] = ()
    resultat: Resultat | None = None

    def __post_init__(self) -> None:
        if self.blancs == self.noirs:
            raise ValueError(f"{self.blancs!r} plays both colours")
        before = tuple(takewhile(lambda entry: not isinstance(entry, Thrown), self.entries))
        for entry in before:
            if isinstance(entry, OF_A_THROW):
                raise ValueError(f"{entry}: no throw before it")  # noqa: TRY004 - the place is wrong, not the type


@dataclass(frozen=True, slots=True)
class Ordinaire:
    """The partie ordinaire: two players, and how tours are paid (a name of `PAIEMENTS`)."""

    joueurs: tuple[str, str]
    paiement: str = "simple"

    def __post_init__(self) -> None:
        if self.joueurs[0] == self.joueurs[1]:
            raise ValueError(f"players {self.joueurs}: expected different names")
        if self.paiement not in PAIEMENTS:
            raise ValueError(f"paiement {self.paiement!r}, expected one of {', '.join(PAIEMENTS)}")


@dataclass(frozen=True, slots=True)
class Record:
    """A sitting: its date, players and code, and the tours or marqués played.

    Attributes:
        jeu: the partie ordinaire, or the convention of a partie à écrire.
        code: a name of `CODES`.
        options: single options that override the code.
        primaute: how the first player was chosen, None when not noted.

    Raises ValueError naming what is wrong.
    """

    date: date
    jeu: Ordinaire | Convention
    code: str = "lois-2013"
    options: tuple[tuple[str, bool], ...] = ()
    primaute: Methode | None = None
    manches: tuple[Manche, ...] = ()

    def __post_init__(self) -> None:
        for joueur in self.jeu.joueurs:
            _one_line(joueur, "player")
        for manche in self.manches:
            for joueur in (manche.blancs, manche.noirs):
                if joueur not in self.jeu.joueurs:
                    raise ValueError(f"{joueur!r} does not play, expected one of {', '.join(self.jeu.joueurs)}")
        if self.code not in CODES:
            raise ValueError(f"code {self.code!r}, expected one of {', '.join(CODES)}")
        for name, _ in self.options:
            if name not in OPTIONS:
                raise ValueError(f"option {name!r}, expected one of {', '.join(OPTIONS)}")
        if len({name for name, _ in self.options}) != len(self.options):
            raise ValueError("an option is given twice")

    def rules(self) -> Code:
        """Return the code in force: the preset with the options applied."""
        return replace(CODES[self.code], **dict(self.options))


def _one_line(text: str, what: str) -> None:
    if not text or text != text.strip() or not text.isprintable():
        raise ValueError(f"{what} {text!r}: expected one printable line, without blanks around it")
