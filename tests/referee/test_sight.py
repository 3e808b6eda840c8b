"""With poor pictures the game goes on, but nobody is accused on their evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import pytest

from events.acts import Claimed, DiceLifted, SightChanged
from events.backgammon.rulings import IllegalPlayRuled
from events.backgammon.settings import BackgammonSettings
from events.board_reading import BoardReading, Trouble
from events.observation import Observation
from events.rulings import (
    ClaimRuled,
    ClaimVerdict,
    Disorder,
    Doubt,
    OrderRestored,
    Played,
    Ruling,
    ThrowWorth,
    Window,
)
from events.trictrac.rulings import FaultRuled
from referee.backgammon.referee import BackgammonReferee
from referee.games import take_in
from referee.inference.tables import COSTS
from referee.sight import NOTHING, POOR, RIGHT, Sight, readable
from rules.backgammon.position import Position
from rules.fault import Fault, FaultName
from rules.position import Side
from tests.referee.backgammon.players import Players, moved
from tests.referee.fake_table import Noise
from tests.rules.backgammon.figures import counts

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS


@dataclass
class Watched(Players):
    """Players in front of a camera whose pictures have these troubles."""

    troubles: tuple[Trouble, ...] = ()

    def show(self, observations: Iterable[Observation]) -> list[Ruling]:
        return super().show(
            replace(one, troubles=self.troubles) if isinstance(one, BoardReading) else one for one in observations
        )


@pytest.fixture
def erred() -> Watched:
    """A table at which Noirs played 6-4 as 5 and 4, seen by a camera that is too low."""
    players = Watched()
    players.began(BLANCS)
    players.troubles = (Trouble.CAMERA_LOW,)
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    return players


def test_the_game_goes_on_and_nobody_is_accused(erred: Watched) -> None:
    """Throw and play are announced. The fault is not, even when the picture is good again."""
    assert (erred.ruled(ThrowWorth)[-1].dice, erred.ruled(Played)[-1].lawful) == ((6, 4), False)
    erred.troubles = ()
    erred.throw((2, 1))
    erred.play(BLANCS, (2, 1))
    assert not erred.ruled(IllegalPlayRuled)
    assert erred.side is NOIRS


@pytest.mark.parametrize(("costs", "accused"), [("home", True), ("club", False)])
def test_faults_are_announced_where_they_were_right_often_enough(
    monkeypatch: pytest.MonkeyPatch, *, costs: str, accused: bool
) -> None:
    """Twenty right for each wrong one are enough at home, and not at a club."""
    monkeypatch.setitem(RIGHT, Trouble.CAMERA_LOW, 3.0)
    players = Watched(settings=BackgammonSettings(costs=costs), troubles=(Trouble.CAMERA_LOW,))
    players.began(BLANCS)
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    assert bool(players.ruled(IllegalPlayRuled)) is accused


@pytest.mark.parametrize(("good", "accused"), [(10, False), (200, True)])
def test_a_trouble_of_few_pictures_holds_no_fault_back(good: int, *, accused: bool) -> None:
    """Faults were counted at tables that show the trouble in most pictures."""
    players = Watched()
    players.began(BLANCS)
    players.wait(good / 15)
    players.troubles = (Trouble.SOFT,)
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    assert bool(players.ruled(IllegalPlayRuled)) is accused


def test_a_trouble_that_begins_in_a_long_game_holds_faults_back_a_few_throws_later() -> None:
    """However long the pictures were good before."""
    players = Watched()
    players.began(BLANCS)
    players.wait(600 / 15)
    players.troubles = (Trouble.SOFT,)
    for side in (NOIRS, BLANCS, NOIRS, BLANCS):
        players.throw((2, 1))
        players.play(side, (2, 1))
    players.throw((6, 4))
    players.stand(moved(players.now, NOIRS, (13, 8), (13, 9)), 20)
    players.wait()
    assert players.ruled(Played)[-1].lawful is False
    assert not players.ruled(IllegalPlayRuled)


def test_a_player_who_claims_the_fault_is_answered(erred: Watched) -> None:
    erred.ask(Claimed(erred.table.t, BLANCS))
    assert erred.ruled(ClaimRuled)[-1].verdict is ClaimVerdict.RIGHT
    assert [each.window for each in erred.ruled(IllegalPlayRuled)] == [Window.CLAIMED]


def test_a_fault_that_nobody_called_is_held_back_though_it_seems_to_be_marked(erred: Watched) -> None:
    """A mark may be misread too. Only a player's word is answered."""
    sight = erred.referee.sight
    erred.ask(Claimed(erred.table.t, BLANCS))
    (ruled,) = (one for one in erred.ruled(IllegalPlayRuled) if one.window is Window.CLAIMED)
    sight.held = {ruled.about}
    assert sight.without_held((ruled,), DiceLifted(erred.table.t, None)) == ()
    assert sight.without_held((ruled,), Claimed(erred.table.t, BLANCS)) == (ruled,)


def test_faults_seen_in_good_pictures_are_told_again(erred: Watched) -> None:
    erred.troubles = ()
    erred.throw((2, 1))
    erred.play(BLANCS, (2, 1))
    erred.throw((6, 4))
    erred.stand(moved(erred.now, NOIRS, (24, 19), (24, 20)), 20)
    erred.wait()
    assert [each.window for each in erred.ruled(IllegalPlayRuled)] == [Window.OPEN]


def test_a_resumed_game_accuses_nobody_either(erred: Watched) -> None:
    """The acts alone show for which throws the pictures were poor."""
    assert [act.clear for act in erred.acts if isinstance(act, SightChanged)] == [False]
    rulings = take_in(BackgammonReferee(BackgammonSettings()), erred.acts)
    assert any(isinstance(one, Played) for one in rulings)
    assert not [one for one in rulings if isinstance(one, IllegalPlayRuled)]


def test_a_resumed_game_still_knows_that_a_trouble_is_seldom_seen() -> None:
    """One picture in five is soft, and so is the first after the game was resumed from its acts, in this throw."""
    players = Watched()
    players.began(BLANCS)
    players.throw((2, 1))
    players.play(NOIRS, (2, 1))
    players.throw((6, 4))
    players.referee = BackgammonReferee(BackgammonSettings())
    take_in(players.referee, players.acts)
    for at, one in enumerate(players.table.play(moved(players.now, BLANCS, (13, 8), (13, 9)), 80)):
        players.troubles = (Trouble.SOFT,) * (at % 5 == 3)
        players.show([one])
    assert [each.window for each in players.ruled(IllegalPlayRuled)] == [Window.OPEN]


@pytest.mark.parametrize("poor", [False, True])
def test_an_open_question_is_asked_once_the_picture_is_good(*, poor: bool) -> None:
    """Piles hide which dames were borne off. The referee asks once, when the picture is good."""
    base = Position(counts(c2=5, c3=4, c4=4, c6=1), counts(c1=9, c2=3))
    players = Watched(settings=BackgammonSettings(costs="club"), position=base, noise=Noise(pile=3))
    players.troubles = (Trouble.SMALL,) * poor
    # Higher piles have shown that three dames lie in a row on these cases.
    for blancs in (counts(c2=7, c3=8), counts(c3=7, c4=8), base.blancs):
        players.set_right(base.with_counts(BLANCS, blancs), BLANCS)
    players.throw((6, 1))
    players.stand(moved(base, BLANCS, (6, 0), (4, 3)))
    players.wait(3)
    assert len(players.ruled(Doubt)) == (not poor)
    players.troubles = ()
    players.wait(3)
    assert len(players.ruled(Doubt)) == 1


def test_nobody_is_accused_while_the_board_is_in_disorder() -> None:
    """However good the picture is. A disorder that waits for a good picture changes nothing until it is announced.

    A strange play of the throw under way is no such disorder.
    """
    sight, (reading,) = Sight(COSTS["home"]), Players().table.look(1)
    assert isinstance(reading, BoardReading)
    poor = replace(reading, troubles=(Trouble.CAMERA_LOW,))

    def looked(one: BoardReading, *notices: Disorder | OrderRestored) -> list[object]:
        changed = [*sight.changes(one)]
        for change in changed:
            sight.become(change)
        return [*sight.asks(iter([*changed, *notices]), lambda disorder: not disorder.differences)]

    disorder, restored = Disorder("1", 0.0, 1, ()), OrderRestored("2", 0.0, 1)
    assert looked(reading, disorder) == [disorder]
    assert looked(reading) == [SightChanged(reading.t, clear=False)]
    assert looked(reading, restored) == [restored]
    assert looked(reading) == [SightChanged(reading.t, clear=True)]
    play = Disorder("3", 0.0, 1, ((BLANCS, 1, 1, 0),))
    assert looked(reading, play) == [play]
    assert looked(reading) == []
    assert looked(poor, disorder) == [SightChanged(reading.t, clear=False)]
    assert looked(reading) == [SightChanged(reading.t, clear=True), disorder]
    assert looked(reading) == [SightChanged(reading.t, clear=False)]


@pytest.mark.parametrize("poor", [False, True])
def test_a_doubt_about_the_throw_holds_back_only_what_is_ruled_meanwhile(*, poor: bool) -> None:
    """A poor picture holds back all faults of its throw."""
    sight, (reading,) = Sight(COSTS["home"]), Players().table.look(1)
    assert isinstance(reading, BoardReading)

    def become(troubles: tuple[Trouble, ...], *, unsure: bool) -> None:
        looked = replace(reading, troubles=troubles)
        for change in (*sight.changes(looked), *sight.update_certainty(0.0, unsure=unsure)):
            sight.become(change)

    def ruled(name: str) -> bool:
        fault = Fault(FaultName.DES_LEVES, BLANCS, "Lois VI")
        ruling = FaultRuled(name, 0.0, 1, fault=fault, to=NOIRS, window=Window.OPEN, about=name)
        return bool(sight.without_held((ruling,), DiceLifted(0.0, BLANCS)))

    assert ruled("1")
    become((Trouble.CAMERA_LOW,) if poor else (), unsure=True)
    assert not ruled("2")
    become((), unsure=True)
    assert not ruled("3")
    become((), unsure=False)
    assert ruled("4") is not poor


@pytest.mark.parametrize("trouble", Trouble)
def test_a_picture_that_shows_nothing_is_ignored(trouble: Trouble) -> None:
    """So is one with a trouble and without cases. Every other trouble but a moved board may hold accusations back."""
    (reading,) = Players().table.look(1)
    assert isinstance(reading, BoardReading)
    assert readable(replace(reading, troubles=(trouble,))) is (trouble not in NOTHING)
    assert not readable(replace(reading, troubles=(trouble,), cases=()))
    assert (trouble in POOR) is (trouble not in {Trouble.NO_BOARD, Trouble.BOARD_MOVED})


def said_after(*whole: bool, costs: str = "home") -> bool:
    """Return whether the table says that dice are hard to see, after throws that were read whole at first or not."""
    sight = Sight(COSTS[costs])
    for one in whole:
        sight.count_throw(whole=one)
    return sight.dice_missed


def test_a_die_that_is_missed_in_half_the_throws_is_said_soon_and_lasts() -> None:
    assert said_after(*[True, False] * 8)
    assert said_after(*[True, False] * 8, *[True] * 8)
    assert not said_after(*[True, False] * 8, *[True] * 60)


@pytest.mark.parametrize("costs", COSTS)
def test_a_die_that_is_missed_now_and_then_is_not_said(costs: str) -> None:
    assert not said_after(False, costs=costs)
    assert not said_after(*([True] * 24 + [False]) * 8, costs=costs)


def test_the_picture_counts_as_poor_while_dice_are_often_missed() -> None:
    sight = Sight(COSTS["home"])
    for _ in range(8):
        sight.count_throw(whole=False)
    assert [act.clear for act in sight.update_certainty(1.0, unsure=False)] == [False]
