"""The partie à écrire: who plays whom with which dames, who begins, how a marqué ends (Lois II, V, XV, XVI, XIX).

Its payments are in `rules.games.paiement_a_ecrire`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TypeAlias

from rules.marking import Score
from rules.position import Side

Joueur: TypeAlias = str
Camp: TypeAlias = tuple[Joueur, ...]

TROUS_DU_MARQUE = 6
"""The trous a side needs before leaving ends a marqué. Taken d'affilée they are a petite bredouille (Lois II, XV)."""
TROUS_DE_GRANDE_BREDOUILLE = 12


class Bredouille(IntEnum):
    """How a marqué was won. The value multiplies each trou of the winner and the consolation."""

    SIMPLE = 1
    PETITE = 2
    GRANDE = 4


class Issue(StrEnum):
    """The result when a player leaves (s'en aller) or reaches the agreed last trou."""

    RELEVE = "releve"
    REFAIT = "refait"
    GAGNE = "gagne"


@dataclass(frozen=True, slots=True)
class Convention:
    """The rules of a partie à écrire that the players agree on before they sit down.

    Attributes:
        camps: two of one player each, three of one (à la chouette), or two of two partners.
        marques: how many are played, a multiple of the number of players, so that all pairs of adversaries meet equally
            often (Lois XIX).
        consolation: jetons, doubled by each refait.
        mise: jetons that the loser of a marqué puts in the queue, 0 for none.
        plafond: a trou at which a marqué ends by itself, None for no limit (Lois II).
        jetons_par_fiche: for the final account.

    Raises ValueError naming what is wrong.
    """

    camps: tuple[Camp, ...]
    marques: int
    consolation: int = 2
    mise: int = 1
    plafond: int | None = None
    jetons_par_fiche: int = 5

    def __post_init__(self) -> None:
        if tuple(map(len, self.camps)) not in ((1, 1), (1, 1, 1), (2, 2)):
            raise ValueError(f"camps {self.camps}: expected two or three single players, or two pairs of partners")
        joueurs = self.joueurs
        if len(set(joueurs)) != len(joueurs) or not all(joueurs):
            raise ValueError(f"players {joueurs}: expected different names")
        if self.marques < 1 or self.marques % len(joueurs):
            raise ValueError(f"{self.marques} marqués: expected a multiple of the {len(joueurs)} players")
        if self.consolation < 0 or self.mise < 0:
            raise ValueError("consolation and mise are jetons, expected 0 or more")
        if self.plafond is not None and self.plafond < TROUS_DU_MARQUE:
            raise ValueError(f"a limit of {self.plafond} trous: expected at least {TROUS_DU_MARQUE}")
        if self.jetons_par_fiche < 1:
            raise ValueError(f"{self.jetons_par_fiche} jetons to the fiche: expected at least 1")

    @property
    def joueurs(self) -> tuple[Joueur, ...]:
        """All players, camp by camp."""
        return tuple(joueur for camp in self.camps for joueur in camp)

    def camp(self, joueur: Joueur) -> Camp:
        """Return the camp of a player. Raises ValueError for a person who does not play."""
        for camp in self.camps:
            if joueur in camp:
                return camp
        raise ValueError(f"{joueur!r} does not play, expected one of {', '.join(self.joueurs)}")


@dataclass(frozen=True, slots=True)
class Rencontre:
    """A marqué being played: its number from 1, the player with the primauté, the adversary, and the refaits so far."""

    numero: int
    premier: Joueur
    second: Joueur
    refaits: int = 0


@dataclass(frozen=True, slots=True)
class Marque:
    """A won marqué: its players, the trous of the winner and of the loser, and whether they were taken d'affilée."""

    rencontre: Rencontre
    vainqueur: Joueur
    trous: int
    trous_adverses: int
    bredouille: Bredouille

    @property
    def perdant(self) -> Joueur:
        """The player who lost it."""
        both = self.rencontre.premier, self.rencontre.second
        return both[0] if self.vainqueur == both[1] else both[1]


def issue(score: Score) -> Issue:
    """Return the result when a side leaves, or reaches the agreed last trou, with these marks (Lois II, XVI).

    If neither side has six trous, it is an ordinary relevé and the marqué goes on.
    """
    if max(score.blancs.trous, score.noirs.trous) < TROUS_DU_MARQUE:
        return Issue.RELEVE
    return Issue.REFAIT if score.blancs.trous == score.noirs.trous else Issue.GAGNE


def bredouille(score: Score, winner: Side) -> Bredouille:
    """Return how `winner` wins with these marks: six or twelve trous while the other marked none in between (Lois XV).

    The second side to mark a trou can win so while it holds the pavillon. The first loses the right as soon as the
    other marks.
    """
    trous = score.of(winner).trous
    if trous < TROUS_DU_MARQUE or not score.d_affilee(winner):
        return Bredouille.SIMPLE
    return Bredouille.GRANDE if trous >= TROUS_DE_GRANDE_BREDOUILLE else Bredouille.PETITE


@dataclass(frozen=True, slots=True)
class PartieAEcrire:
    """A partie à écrire from the first throw on: the marqués won so far, and the one being played.

    rencontre: the marqué being played, None when all have been played.
    """

    convention: Convention
    rencontre: Rencontre | None
    marques: tuple[Marque, ...] = ()

    @classmethod
    def start(cls, convention: Convention, premier: Joueur, second: Joueur) -> PartieAEcrire:
        """Return the partie at its first throw, with `premier` and `second` as its first players.

        The lot chose the two, and the dice gave `premier` the primauté (Lois V, XIX). Raises ValueError unless they
        play in different camps.
        """
        if convention.camp(premier) == convention.camp(second):
            raise ValueError(f"{premier!r} and {second!r} are of one camp, expected adversaries")
        return cls(convention, Rencontre(1, premier, second))

    @property
    def over(self) -> bool:
        """Whether every marqué has been played."""
        return self.rencontre is None

    def end_marque(self, score: Score, blancs: Joueur) -> tuple[PartieAEcrire, Issue]:
        """Return the partie after a side left, or reached the agreed last trou, and the result.

        score: the marks at that moment; blancs: the player of Blancs. A relevé changes nothing. A refait keeps the
        players and the primauté, and doubles the consolation. Otherwise the marqué is won and the next two players sit
        down. Raises ValueError when all marqués are played, or `blancs` is not at the table.
        """
        rencontre = self._playing()
        table = self._table(rencontre, blancs)
        found = issue(score)
        if found is Issue.RELEVE:
            return self, found
        if found is Issue.REFAIT:
            return replace(self, rencontre=replace(rencontre, refaits=rencontre.refaits + 1)), found
        winner = max(Side, key=lambda side: score.of(side).trous)
        marque = Marque(
            rencontre,
            table[winner],
            score.of(winner).trous,
            score.of(winner.adversary).trous,
            bredouille(score, winner),
        )
        return replace(self, rencontre=self._after(marque), marques=(*self.marques, marque)), found

    def _playing(self) -> Rencontre:
        if self.rencontre is None:
            raise ValueError(f"all {self.convention.marques} marqués are played")
        return self.rencontre

    def _table(self, rencontre: Rencontre, blancs: Joueur) -> dict[Side, Joueur]:
        if blancs == rencontre.premier:
            return {Side.BLANCS: blancs, Side.NOIRS: rencontre.second}
        if blancs == rencontre.second:
            return {Side.BLANCS: blancs, Side.NOIRS: rencontre.premier}
        raise ValueError(f"{blancs!r} is not at the table, expected {rencontre.premier!r} or {rencontre.second!r}")

    def _after(self, marque: Marque) -> Rencontre | None:
        """Return the next two players, the one with the primauté first (Lois V, XIX).

        Two players take turns with the primauté. With more, the player who stays has it. The winner of the first marqué
        gives up his place. From then on, the player who has met two adversaries leaves: he had stayed and had the
        primauté. The place goes to the third player, or to the partner of the player who leaves.
        """
        played = marque.rencontre
        numero = played.numero + 1
        if numero > self.convention.marques:
            return None
        if len(self.convention.joueurs) == 2:
            return Rencontre(numero, played.second, played.premier)
        leaver = marque.vainqueur if played.numero == 1 else played.premier
        stayer = played.second if leaver == played.premier else played.premier
        return Rencontre(numero, stayer, self._replacement(leaver, stayer))

    def _replacement(self, leaver: Joueur, stayer: Joueur) -> Joueur:
        bench = self.convention.joueurs if len(self.convention.camps) == 3 else self.convention.camp(leaver)
        return next(joueur for joueur in bench if joueur not in (leaver, stayer))


@dataclass(frozen=True, slots=True)
class SeatedPartie:
    """The partie so far; blancs, noirs: the players at the board, or the last two."""

    partie: PartieAEcrire
    blancs: Joueur
    noirs: Joueur

    @classmethod
    def start(cls, convention: Convention, blancs: Joueur, noirs: Joueur, first: Side) -> SeatedPartie:
        """Seat the first two players; `first` has the primauté. Raises ValueError unless they are adversaries."""
        premier, second = (blancs, noirs) if first is Side.BLANCS else (noirs, blancs)
        return cls(PartieAEcrire.start(convention, premier, second), blancs, noirs)

    @property
    def first(self) -> Side | None:
        """The side that has the primauté of the marqué being played; None when all are played."""
        rencontre = self.partie.rencontre
        if rencontre is None:
            return None
        return Side.BLANCS if rencontre.premier == self.blancs else Side.NOIRS

    def with_seats(self, blancs: Joueur, noirs: Joueur) -> SeatedPartie:
        """Return the partie with the two players on these sides.

        Raises ValueError when they are not the two at the board.
        """
        if {blancs, noirs} != {self.blancs, self.noirs}:
            raise ValueError(f"{blancs!r} and {noirs!r}: expected {self.blancs!r} and {self.noirs!r}, in either order")
        return replace(self, blancs=blancs, noirs=noirs)

    def end_marque(self, score: Score) -> tuple[SeatedPartie, Issue]:
        """Return the partie and result after a player left with these marks; the other keeps his place (Lois XIX)."""
        partie, issue = self.partie.end_marque(score, self.blancs)
        rencontre = partie.rencontre
        if rencontre is None:
            return replace(self, partie=partie), issue
        both = (rencontre.premier, rencontre.second)
        if self.noirs in both:
            blancs = next(joueur for joueur in both if joueur != self.noirs)
            return SeatedPartie(partie, blancs, self.noirs), issue
        noirs = next(joueur for joueur in both if joueur != self.blancs)
        return SeatedPartie(partie, self.blancs, noirs), issue
