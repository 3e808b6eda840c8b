"""The referee of a partie à écrire: trictrac's own, and the marqués that end with a player leaving.

1. A tour has no twelfth trou: it lasts until somebody leaves when one side has six trous and more than the other.
2. The marqué is announced with the departure, and again if the trous pegged by the time the dames are back end it
   otherwise. The players change places then, or when somebody says that the next one begins.
3. A marqué of equal trous is a refait: the same two play it again, for twice the consolation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from events.a_ecrire import EcrireSettings, EcrireState, MarqueRuled, PlayersSeated
from events.acts import Act, Undone
from events.observation import Observation
from events.rulings import CarriedOut, Ruling, ThrowWorth, Withdrawn
from events.trictrac.acts import Releve, TourStarted
from events.trictrac.rulings import HeldOrLeft, ReleveRuled, TourWon
from referee.one_table import Notice
from referee.trictrac.referee import Referee
from rules.games.a_ecrire import Issue, SeatedPartie
from rules.marking import Holding, Score
from rules.position import Side

CHANGED = "marqué"
"""Who begins a tour that follows a marqué, in the log."""


class EcrireReferee(Referee):
    """Follows one table; same observations, same acts and rulings."""

    def __init__(self, settings: EcrireSettings) -> None:
        super().__init__(replace(settings.table, trous=settings.convention.plafond))
        self.seated = SeatedPartie.start(settings.convention, settings.blancs, settings.noirs, settings.table.first)
        self._next: SeatedPartie | None = None
        self._back = False
        self._ended_by: MarqueRuled | None = None
        self._left: HeldOrLeft | None = None

    @property
    def over(self) -> bool:
        """Whether every marqué has been played."""
        return self.seated.partie.over

    def rule_on(self, act: Act) -> tuple[Ruling, ...]:
        """Return the rulings on an act, and those on the marqué."""
        if isinstance(act, PlayersSeated):
            self._seat(act)
            return ()
        return tuple(self._follow(act, super().rule_on(act)))

    def acts(self, observation: Observation) -> Iterator[Act | Notice | CarriedOut]:
        """Yield the events that one observation shows; when the dames are back, the next marqué begins."""
        if isinstance(observation, PlayersSeated):
            if self._seat(observation):
                yield observation
            return
        if isinstance(observation, TourStarted) and self._next is not None and self._next.first is not None:
            observation = replace(observation, first=self._next.first)  # the laws say who begins
        for one in super().acts(observation):
            yield one
            if self._back and self.seated.first is not None and not self.over:
                # At once, as the same look may show the next throw.
                yield TourStarted(one.t, self.seated.first, CHANGED)
            self._back = False

    def state(self) -> EcrireState:
        """Everything a display shows."""
        return EcrireState.of(super().state(), self.seated)

    def _seat(self, act: PlayersSeated) -> bool:
        """Seat the two the other way round, also for a marqué that is still to begin; nobody else is to play now."""
        try:
            self.seated = self.seated.with_seats(act.blancs, act.noirs)
        except ValueError:
            return False
        if self._next is not None and {act.blancs, act.noirs} == {self._next.blancs, self._next.noirs}:
            self._next = self._next.with_seats(act.blancs, act.noirs)
        return True

    def _follow(self, act: Act, judged: Iterable[Ruling]) -> Iterator[Ruling]:
        """The rulings on an act, each with its effect on the marqué."""
        for ruling in judged:
            yield ruling
            yield from self._follow_ruling(ruling)
        # A departure taken back is none; once the dames are back on the talons the next two sit down.
        match act:
            case Undone():
                self._next = None
            case TourStarted():
                self.seated, self._next, self._back = self._next or self.seated, None, False
            case Releve() if self._next is not None:
                self.seated, self._next, self._back = self._next, None, True

    def _follow_ruling(self, ruling: Ruling) -> Iterator[Ruling]:
        """The effect of a ruling on the marqué: with the departure that ended it taken back it has not ended."""
        match ruling:
            case Withdrawn(what=HeldOrLeft(left=True) | TourWon()):
                if self._ended_by is not None and self._ended_by.id.startswith(_name(ruling.what.id)):
                    yield self._take_back(self._ended_by, ruling, asked=ruling.asked)
                self._left = None
            case HeldOrLeft(left=True) if not self.over and self._next is None:
                self._left = ruling
                yield from self._end_marque(_name(ruling.id), ruling, self.judge.situation.score)
            case TourWon() if not self.over:
                yield from self._end_marque(_name(ruling.id), ruling, _won_with(ruling))
            case ThrowWorth():
                self._next = self._left = None  # he stayed after all
            case ReleveRuled():
                if self._left is not None:
                    yield from self._end_marque(_name(self._left.id), ruling, self.judge.situation.score)
                if self._next is not None:
                    self.seated, self._next, self._back = self._next, None, True
                self._left = None

    def _take_back(self, ended: MarqueRuled, ruling: Ruling, *, asked: bool = False) -> Withdrawn:
        """Withdraw the end of the marqué."""
        self._ended_by = self._next = None
        return Withdrawn(_name(ruling.id), ruling.t, ended.throw, ended, asked)

    def _end_marque(self, name: str, ruling: Ruling, score: Score) -> Iterator[Ruling]:
        """End the marqué with these marks, unless it was announced with these trous. Withdraw it with other trous."""
        trous = score.blancs.trous, score.noirs.trous
        announced = self._ended_by if self._next is not None else None
        if announced is not None and announced.trous == trous:
            return
        if announced is not None:
            yield self._take_back(announced, ruling)
            name = _name(name)
        rencontre = self.seated.partie.rencontre
        if rencontre is None:
            return
        after, issue = self.seated.end_marque(score)
        if issue is Issue.RELEVE:
            return
        self._next = after
        won = issue is Issue.GAGNE
        marque = after.partie.marques[-1] if won else None
        side = max(Side, key=lambda side: score.of(side).trous) if won else None
        over = after.partie.over
        self._ended_by = MarqueRuled(
            name, ruling.t, ruling.throw, rencontre.numero, issue, marque, side, trous,
            None if over else after.blancs, None if over else after.noirs, after.first,
        )  # fmt: skip
        yield self._ended_by


def _name(ruled: str) -> str:
    """The id of a ruling on a marqué that follows from one of trictrac's."""
    return f"{ruled}.m"


def _won_with(won: TourWon) -> Score:
    """The trous with which a marqué was won by the last one. The next marqué may have begun by now."""
    score = Score(pavillon=won.side if won.grande_bredouille else None)
    score = score.with_holding(won.side, Holding(0, bredouille=False, trous=won.trous))
    return score.with_holding(won.side.adversary, Holding(0, bredouille=False, trous=won.trous_adverse))
