"""A simulated table: a tour between two simulated players, over simulated seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from events.acts import Act, DameLifted, DamePlaced, DiceThrown, PlayEnded
from events.field import Field
from events.rulings import Disorder, OrderRestored, Played, Ruling
from events.trictrac.acts import JetonMoved
from rules.code import LOIS_2013, Code
from rules.games.a_ecrire import Convention, SeatedPartie
from rules.marking import Score
from rules.position import BANDE, Case, Position, Side
from rules.seating import Seating
from rules.view import JAN_DE_RETOUR
from simulation.players.player import BUILDER, RACER, Player
from simulation.players.rates import ClumsinessRates, FaultRates
from simulation.players.tour import TourView, play_tour, play_unseen
from simulation.players.tour_state import MovedFor, Profile, TourState
from simulation.timeline.choreography import Choreography, EventStream

PLAYERS: dict[Side, Player] = {Side.BLANCS: Player(style=BUILDER), Side.NOIRS: Player(style=RACER)}


def standing_after(throws: int, seed: int) -> TourView:
    """Return the state after some throws of a tour between players who do not err, without a tour's last throw."""
    tour = TourState(
        Random(f"{seed} before"),  # noqa: S311 - a game, not a secret
        PLAYERS,
        code=LOIS_2013,
        profile="score",
        pegs=True,
        faults=FaultRates(),
        clumsiness=ClumsinessRates(),
        first=Side.BLANCS,
        position=Position.start(),
        score=Score(),
    )
    return play_unseen(tour, throws)


class SimulatedTable(EventStream):
    """Two players, their board, and everything they do from the first throw of a tour to the twelfth trou.

    With a convention it is a partie à écrire instead, from its first throw to the end of its last marqué. The
    convention names the players. The first of each of the first two camps sit down first. The same arguments give the
    same table. It is simulated only as far as `events` or `scene_at` request.

    Args:
        seed: for everything random.
        light: the side that plays the light dames.
        profile: `score` (the companion keeps the score: no jetons on the table) or `referee` (the players mark all).
        pegs: whether fichets are used in `score`.
        pace: how many times faster than calm players (7 to 11 s a throw), above 0.
        position, score: at the start; by default the start of a tour.
        first: the side that throws first, by default drawn by lot.
        throws: after how many they stop, by default at the end of the tour.

    Raises ValueError for a pace that is not positive, an unknown profile, a side without a player, a position against
    the laws of the board, or a tour already won.
    """

    def __init__(
        self,
        seed: int,
        *,
        seating: Seating | None = None,
        field: Field | None = None,
        light: Side = Side.BLANCS,
        code: Code = LOIS_2013,
        profile: Profile = "referee",
        pegs: bool = True,
        players: Mapping[Side, Player] = PLAYERS,
        faults: FaultRates | None = None,
        clumsiness: ClumsinessRates | None = None,
        pace: float = 1.0,
        position: Position | None = None,
        score: Score | None = None,
        first: Side | None = None,
        throws: int | None = None,
        convention: Convention | None = None,
        guest: MovedFor | None = None,
    ) -> None:
        position, score = position or Position.start(), score or Score()
        _check(pace, profile, players, position, score)
        # Separate generators, so that the hands' movements never change the game.
        game = Random(f"{seed} game")  # noqa: S311 - a game, not a secret
        hands = Random(f"{seed} hands")  # noqa: S311 - the same
        self.seating = seating or Seating()
        self.field = field or Field()
        drawn = game.choice((Side.BLANCS, Side.NOIRS))
        self.first = first or drawn
        self.tour = TourState(
            game,
            players,
            code=code,
            profile=profile,
            pegs=pegs,
            faults=faults or FaultRates(),
            clumsiness=clumsiness or ClumsinessRates(),
            first=self.first,
            position=position,
            score=score,
            partie=None if convention is None else _partie(convention, self.first),
            guest=guest,
        )
        choreography = Choreography(
            hands,
            seating=self.seating,
            field=self.field,
            light=light,
            pace=pace,
            position=self.tour.position,
            marks=self.tour.marks,
            jetons=profile == "referee",
            pegs=self.tour.pegs,
            alone=None if guest is None else guest.side.adversary,
        )
        super().__init__(play_tour(self.tour, throws), choreography)


def _partie(convention: Convention, first: Side) -> SeatedPartie:
    """Return the partie à écrire at its first throw; the first of each of the first two camps sit down first."""
    one, other = convention.camps[:2]
    return SeatedPartie.start(convention, one[0], other[0], first)


def _check(pace: float, profile: str, players: Mapping[Side, Player], position: Position, score: Score) -> None:
    """Raise ValueError for arguments that make no table."""
    if not pace > 0:
        raise ValueError(f"pace is {pace}, expected more than 0")
    if profile not in ("score", "referee"):
        raise ValueError(f"profile is {profile!r}, expected 'score' or 'referee'")
    if missing := [side for side in Side if side not in players]:
        raise ValueError(f"players: none for {', '.join(missing)}")
    if breaches := position.breaches():
        raise ValueError(f"position: {'; '.join(breaches)}")
    if score.winner() is not None:
        raise ValueError(f"score: {score.winner()} has won already")


def true_acts(table: SimulatedTable, ruled: list[Ruling]) -> Iterator[Act]:
    """Yield the acts in order, and append the true rulings to `ruled`. A play ends when the truth rules on it."""
    knocked = False
    if table.tour.jetons:
        # Jetons lie at the talons from the beginning.
        yield from (JetonMoved(0.0, side, 0, bredouille=False) for side in Side)
    lifted: dict[Side, list[Case]] = {side: [] for side in Side}
    reaches = dict.fromkeys(Side, (0, 0))
    for event in table.events():
        if isinstance(event, Ruling):
            ruled.append(event)
            # A sleeve that pushes dames is not an act of a player; they are put back.
            knocked = isinstance(event, Disorder) or (knocked and not isinstance(event, OrderRestored))
            if isinstance(event, Played):
                yield PlayEnded(event.t, event.side)
        elif not isinstance(event, Act) or (knocked and isinstance(event, DameLifted | DamePlaced)):
            continue
        elif isinstance(event, DamePlaced) and lifted[event.side]:
            start = lifted[event.side].pop(0)
            times, beside = reaches[event.side]
            across = start in JAN_DE_RETOUR or event.case in JAN_DE_RETOUR
            reaches[event.side] = times + across, beside + (event.case == BANDE)
            yield replace(event, brought_from=(start,), reaches=reaches[event.side])
        else:
            if isinstance(event, DameLifted):
                lifted[event.side].append(event.case)
            elif isinstance(event, DiceThrown):
                reaches[event.side] = 0, 0
            yield event
