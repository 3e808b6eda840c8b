"""The published state of a trictrac table, and of one with a partie à écrire (schemas/state.json)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from announce.phrases.catalogue import Catalogue, catalogue
from announce.phrases.words import Words
from announce.report.sheet import amount
from announce.table_api.course import course_payload
from announce.table_api.payloads import Json, display_lines, jan_payload, plays_in_words
from announce.table_api.view import TableFacts, table_payload
from events.a_ecrire import EcrireState
from events.state import Mode
from events.trictrac.state import Holding, Phase, TableState
from rules.games.a_ecrire import SeatedPartie
from rules.games.paiement_a_ecrire import comptes
from rules.play import Move
from rules.plays import legal_plays
from rules.position import Case, Counts, Side


@dataclass(frozen=True, slots=True)
class BeginnerPlays:
    """What a beginner can play. Cases are in the thrower's numbering.

    plays: every legal play of the throw. lifted: cases from which a dame was taken that is still in the air.
    """

    plays: tuple[tuple[Move, ...], ...]
    lifted: tuple[Case, ...] = ()


class Tutor:
    """Follows the states of a table. The plays belong to the position before any dame of the throw was touched."""

    def __init__(self) -> None:
        self._throw: tuple[int, int] | None = None
        self._before: Counts = ()
        self._plays: tuple[tuple[Move, ...], ...] = ()

    def lesson(self, state: TableState) -> BeginnerPlays | None:
        """Return the plays open now; None outside a lesson and when no side is to play."""
        if state.mode is not Mode.LESSON or state.dice is None or state.phase in (Phase.LEAVING, Phase.OVER):
            return None
        now = state.position.counts(state.trait)
        if state.phase is Phase.TO_MARK and not state.position.breaches():
            self._throw, self._before = (state.tour, state.throw), now
            self._plays = tuple(play.moves for play in legal_plays(state.position, state.trait, state.dice).plays)
        if self._throw != (state.tour, state.throw) or state.phase is Phase.TO_THROW:
            return None
        in_the_air = sum(now) < sum(self._before)
        lifted = [case for case, (was, is_) in enumerate(zip(self._before, now, strict=True), 1) if is_ < was]
        return BeginnerPlays(self._plays, tuple(lifted) if in_the_air else ())


class TrictracView:
    """The view of a trictrac table. Its tutor finds the plays open in a lesson."""

    def __init__(self) -> None:
        self._tutor = Tutor()

    def payload(self, state: TableState, shown: TableFacts) -> dict[str, Json]:
        """Return the state as JSON values.

        In referee mode without prompting, what players must see for themselves (`jans` and `owed`) is null.
        """
        discreet = (state.mode is Mode.REFEREE and not shown.prompting) or shown.guess == "open"
        lesson = self._tutor.lesson(state)

        def holding(held: Holding) -> dict[str, Json]:
            return {**asdict(held), "owed": None if discreet else held.owed}

        return {
            **table_payload(state, shown),
            "jans": None if discreet else [jan_payload(jan) for jan in state.jans],
            "score": {"blancs": holding(state.blancs), "noirs": holding(state.noirs)},
            "pavillon": str(state.pavillon) if state.pavillon else None,
            "plays": [[[move.start, move.end] for move in play] for play in lesson.plays] if lesson else None,
            "plays_in_words": plays_in_words(Words, state.trait, lesson.plays, state.dice) if lesson else None,
            "lifted": list(lesson.lifted) if lesson else [],
            "guess": shown.guess,
            "course": None if shown.course is None else course_payload(shown.course),
            "players": None if shown.players is None else {**shown.players},
        }

    def lines(self, state: TableState, shown: TableFacts) -> tuple[str, ...]:
        """Return four short lines for a small display: both scores, the turn with its dice, and what matters most."""
        words = catalogue(shown.language)
        names = {side: words.text(f"display.name.{side}") for side in Side}

        def score(side: Side, held: Holding) -> str:
            flags = (" br" if held.bredouille else "") + (" P" if state.pavillon is side else "")
            name, trous, points = f"{names[side]:6.6}", f"{held.trous:2}", f"{held.points:2}"
            return words.text("display.score", name=name, trous=trous, points=points, flags=flags).rstrip()

        dice = " {}-{}".format(*sorted(state.dice, reverse=True)) if state.dice else ""
        prompted = shown.prompting or (state.mode is not Mode.REFEREE and shown.guess != "open")
        return display_lines(
            score(Side.BLANCS, state.blancs),
            score(Side.NOIRS, state.noirs),
            f"> {names[state.trait]}{dice}",
            _matter(state, words, prompted=prompted),
        )


def _matter(state: TableState, words: Catalogue, *, prompted: bool) -> str:
    """Return the last line: the tour is over, a question, the points owed if they may be shown, or the mode."""
    if state.phase is Phase.OVER:
        return words.text("display.over")
    if state.doubt:
        return words.text("display.doubt")
    owed = [
        f"{words.text(f'display.name.{side}')[0]} {held.owed}"
        for side, held in ((Side.BLANCS, state.blancs), (Side.NOIRS, state.noirs))
        if held.owed
    ]
    if owed and prompted:
        return words.text("display.owed", owed="  ".join(owed))
    return words.text(f"display.mode.{state.mode}")


class EcrireView(TrictracView):
    """The view of a trictrac table with its partie: the players, the marqués, the accounts."""

    def payload(self, state: EcrireState, shown: TableFacts) -> dict[str, Json]:  # type: ignore[override] # its own
        """Return the state as JSON values."""
        return {**super().payload(state, shown), "partie": partie_payload(state.seated)}


def partie_payload(seated: SeatedPartie) -> dict[str, Json]:
    """Return the partie so far. Amounts are in jetons, as text with their sign."""
    partie = seated.partie
    rencontre = partie.rencontre
    return {
        "blancs": seated.blancs,
        "noirs": seated.noirs,
        "joueurs": list(partie.convention.joueurs),
        "marque": rencontre.numero if rencontre else None,
        "marques": partie.convention.marques,
        "refaits": rencontre.refaits if rencontre else 0,
        "played": [
            {
                "marque": marque.rencontre.numero,
                "vainqueur": marque.vainqueur,
                "perdant": marque.perdant,
                "trous": marque.trous,
                "trous_adverses": marque.trous_adverses,
                "bredouille": int(marque.bredouille),
                "refaits": marque.rencontre.refaits,
            }
            for marque in partie.marques
        ],
        "comptes": {
            joueur: {name: amount(getattr(compte, name)) for name in ("marques", "queue", "paris", "total", "fiches")}
            for joueur, compte in comptes(partie.convention, partie.marques).items()
        },
    }
