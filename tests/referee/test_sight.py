"""Where the pieces are read unsurely the game goes on, but nobody is accused on that evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

import pytest

from events.acts import Claimed, DiceThrown, SightChanged
from events.backgammon.acts import SetRight
from events.backgammon.rulings import IllegalPlayRuled
from events.backgammon.settings import BackgammonSettings
from events.board_reading import BoardReading, DieReading, DieRest, JetonReading, Trouble
from events.rulings import ClaimRuled, ClaimVerdict, Doubt, Played, ThrowWorth, Window
from referee import sight
from referee.backgammon.referee import BackgammonReferee
from referee.inference.tables import COSTS
from referee.sight import NOTHING, Sight, readable
from rules.backgammon.position import Position
from rules.fault_table import Kind
from rules.position import Side
from tests.referee.backgammon.players import Players, moved
from tests.referee.fake_table import Noise
from tests.rules.backgammon.figures import counts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from events.observation import Observation
    from events.rulings import Ruling

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
SURELY, UNSURELY = 0.99, 0.55


@dataclass
class Watched(Players):
    """Players whose dames are read with this confidence, in pictures that have these troubles."""

    confidence: float = SURELY
    troubles: tuple[Trouble, ...] = ()

    def show(self, observations: Iterable[Observation]) -> list[Ruling]:
        return super().show(map(self.seen, observations))

    def seen(self, one: Observation) -> Observation:
        """Return an observation as this camera makes it."""
        if not isinstance(one, BoardReading):
            return one
        cases = tuple(replace(case, confidence=self.confidence) for case in one.cases)
        return replace(one, cases=cases, troubles=self.troubles)


@pytest.fixture
def erred() -> Watched:
    """A table at which Noirs played 6-4 as 5 and 4, and the dames were read unsurely."""
    players = Watched()
    players.began(BLANCS)
    players.confidence = UNSURELY
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    return players


def test_the_game_goes_on_and_nobody_is_accused(erred: Watched) -> None:
    """Throw and play are announced. The fault is not, even when the dames are read surely again."""
    assert (erred.ruled(ThrowWorth)[-1].dice, erred.ruled(Played)[-1].lawful) == ((6, 4), False)
    erred.confidence = SURELY
    erred.throw((2, 1))
    erred.play(BLANCS, (2, 1))
    assert not erred.ruled(IllegalPlayRuled)
    assert erred.side is NOIRS


@pytest.mark.parametrize(("costs", "accused"), [("home", True), ("club", False)])
def test_faults_are_announced_where_they_were_right_often_enough(
    monkeypatch: pytest.MonkeyPatch, *, costs: str, accused: bool
) -> None:
    """Twenty right for each wrong one are enough at home, and not at a club; the surest ones are announced at both."""
    monkeypatch.setattr(sight, "ODDS", dict.fromkeys(Kind, ((0.0, 3.0), (9.0, 9.0))))
    players = Watched(settings=BackgammonSettings(costs=costs))
    players.began(BLANCS)
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    assert bool(players.ruled(IllegalPlayRuled)) is accused
    monkeypatch.setattr(sight, "ODDS", dict.fromkeys(Kind, ((0.0, 3.0),)))
    players.throw((2, 1))
    players.play(BLANCS, (2, 1))
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (24, 19), (24, 20)), 20)
    players.wait()
    assert len({one.throw for one in players.ruled(IllegalPlayRuled)}) == 1 + accused


def test_a_player_who_claims_the_fault_is_answered(erred: Watched) -> None:
    erred.ask(Claimed(erred.table.t, BLANCS))
    assert erred.ruled(ClaimRuled)[-1].verdict is ClaimVerdict.RIGHT
    assert [each.window for each in erred.ruled(IllegalPlayRuled)] == [Window.CLAIMED]


def test_faults_seen_surely_are_announced_again(erred: Watched) -> None:
    erred.confidence = SURELY
    erred.throw((2, 1))
    erred.play(BLANCS, (2, 1))
    erred.throw((6, 4))
    erred.stand(moved(erred.now, NOIRS, (24, 19), (24, 20)), 20)
    erred.wait()
    assert [each.window for each in erred.ruled(IllegalPlayRuled)] == [Window.OPEN]


def test_a_resumed_game_accuses_nobody_either(erred: Watched) -> None:
    """The acts alone show for which throws too little was read."""
    assert [act.clear for act in erred.acts if isinstance(act, SightChanged)] == [False]
    _, rulings = BackgammonReferee.resumed(BackgammonSettings(), erred.acts)
    assert any(isinstance(one, Played) for one in rulings)
    assert not [one for one in rulings if isinstance(one, IllegalPlayRuled)]


@pytest.mark.parametrize("poor", [False, True])
def test_an_open_question_is_asked_once_the_picture_is_good(*, poor: bool) -> None:
    """Piles hide which dames were borne off. The referee asks once, and not while the picture has a trouble."""
    base = Position(counts(c1=9, c2=1), counts(c1=9, c2=3))
    players = Watched(settings=BackgammonSettings(costs="club"), position=base, noise=Noise(pile=3))
    players.ask(SetRight(0.0, "test", position=base, trait=BLANCS))
    if poor:
        players.confidence, players.troubles = UNSURELY, (Trouble.SMALL,)
    players.throw((6, 1))
    players.stand(moved(base, BLANCS, (2, 0), (1, 0)))
    players.wait(3)
    assert len(players.ruled(Doubt)) == (not poor)
    players.troubles = ()
    players.wait(3)
    assert len(players.ruled(Doubt)) == 1


@pytest.mark.parametrize("trouble", Trouble)
def test_a_picture_that_shows_nothing_is_ignored(trouble: Trouble) -> None:
    """So is one with a trouble and without cases."""
    (reading,) = Players().table.look(1)
    assert isinstance(reading, BoardReading)
    assert readable(replace(reading, troubles=(trouble,))) is (trouble not in NOTHING)
    assert not readable(replace(reading, troubles=(trouble,), cases=()))


def looked(*readings: BoardReading, thrown: float = 1.0) -> Sight:
    """Return the sight after these readings, and after a throw of 6-4 that rested from a time on."""
    found = Sight(COSTS["home"])
    for reading in readings:
        list(found.look(reading))
    list(found.events(iter([DiceThrown(thrown, BLANCS, (4, 6), good=True)])))
    return found


def reading(t: float, *, dice: float = SURELY, case: float = SURELY, jeton: float = SURELY) -> BoardReading:
    """Return a reading of 6-4 and a jeton with these confidences; 0: no dice."""
    (seen,) = Players().table.look(1)
    assert isinstance(seen, BoardReading)
    lie = [DieReading(one, True, DieRest.FLOOR, (0, 0), (0, 0), dice) for one in (6, 4)]
    cases = (replace(seen.cases[0], confidence=case), *(replace(one, confidence=SURELY) for one in seen.cases[1:]))
    jetons = (JetonReading((0, 0), None, 0, jeton),)
    return replace(seen, t=t, dice=tuple(lie) if dice else (), cases=cases, jetons=jetons)


def test_a_fault_is_as_sure_as_the_least_sure_of_what_it_rests_on() -> None:
    """Unsure jetons leave doubt about an école, an unsure case about a wrong play, and unsure dice about any fault."""
    sure, half = log(SURELY / (1 - SURELY)), log(UNSURELY / (1 - UNSURELY))
    for kind, case, jeton in ((Kind.SIMPLE, sure, sure), (Kind.CASE, half, sure), (Kind.ECOLE, sure, half)):
        assert looked(reading(1.0)).sure(kind) == pytest.approx(sure)
        assert looked(reading(1.0, dice=UNSURELY)).sure(kind) == pytest.approx(half)
        assert looked(reading(1.0, case=UNSURELY)).sure(kind) == pytest.approx(case)
        assert looked(reading(1.0, jeton=UNSURELY)).sure(kind) == pytest.approx(jeton)


@pytest.mark.parametrize(("readings", "read"), [((1.0, 2.0), True), ((-1.0, 2.0), False), ((0.5,), False), ((), False)])
def test_only_dice_seen_since_they_rested_were_read(readings: tuple[float, ...], *, read: bool) -> None:
    """Not those of another throw, before; nor those seen only after a picture without dice (a negative time)."""
    seen = [reading(abs(t), dice=SURELY if t > 0 else 0) for t in readings]
    assert bool(looked(*seen).sure(Kind.SIMPLE)) is read


def test_a_throw_that_nobody_read_accuses_nobody() -> None:
    """It follows from the play. The dice of the next throw are read."""
    found = looked(reading(0.5))
    assert found.poor == frozenset()
    for act in found.look(reading(1.5, dice=0)):
        found.take(act)
    assert found.poor == frozenset(Kind)
    list(found.look(reading(2.0)))
    thrown = DiceThrown(2.0, NOIRS, (6, 4), good=True)
    assert list(found.events(iter([thrown]))) == [thrown, SightChanged(2.0, clear=True)]
