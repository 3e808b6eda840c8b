"""The partie à écrire at a table: marqués, refaits and changes of players, from readings and from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest

from events.a_ecrire import EcrireSettings, MarqueRuled, PlayersSeated
from events.acts import Act, Declaration, Declared, DiceThrown, Undone
from events.rulings import Ruling, ThrowWorth, Withdrawn, standing
from events.state import Mode
from events.trictrac.acts import Corrected, FichetMoved, JetonMoved, JetonReleased, Releve, TourStarted
from events.trictrac.rulings import TourWon
from events.trictrac.settings import Settings
from events.trictrac.state import Phase
from referee.a_ecrire.referee import EcrireReferee
from referee.games import take_in
from rules.games.a_ecrire import Bredouille, Convention, Issue
from rules.games.paiement_a_ecrire import comptes
from rules.jans import jans
from rules.marking import Holding, Score
from rules.position import Position, ReleveCause, Side
from tests.referee.hands import BEATEN, BEATS, SIX_TWO, Hands
from tests.referee.players import Players
from tests.rules.figures import position

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
DEUX = Convention((("Alice",), ("Bruno",)), 4)
TROIS = Convention((("Alice",), ("Bruno",), ("Chloé",)), 3)


@dataclass
class Table:
    """Players at a fake table, refereed as a partie à écrire."""

    convention: Convention = DEUX
    seed: int = 0

    def __post_init__(self) -> None:
        self.settings = EcrireSettings(
            table=Settings(), convention=self.convention, blancs=self.convention.joueurs[0],
            noirs=self.convention.joueurs[1],
        )  # fmt: skip
        self.players = Players(self.settings.table, seed=self.seed)
        self.referee = EcrireReferee(self.settings)
        self.players.referee = self.referee
        self.players.wait(0.5)

    @property
    def ruled(self) -> list[MarqueRuled]:
        """The ends of marqués so far."""
        rulings: list[Ruling] = list(self.players.rulings)
        return [ruling for ruling in rulings if isinstance(ruling, MarqueRuled)]

    def trou(self, blancs: int, noirs: int) -> Side:
        """Play until a player can make a trou with his throw and makes it, from these trous; return his side."""
        while True:
            side, position = self.players.side, self.players.table.position
            coup = self.players.coups[side] + 1
            for dice in product(range(6, 0, -1), range(6, 0, -1)):
                worth = jans(position, side, dice, coup=coup, code=self.settings.table.code)
                if sum(jan.points for jan in worth if jan.side is side) >= 2 and not any(
                    jan.side is not side for jan in worth
                ):
                    holding = {BLANCS: Holding(0, False, blancs), NOIRS: Holding(0, False, noirs)}
                    holding[side] = Holding(10, False, holding[side].trous)
                    score = Score(holding[BLANCS], holding[NOIRS])
                    self.players.show([Corrected(self.players.table.t, "test", score=score)])
                    self.players.throw(dice)
                    return side
            self.players.throw()
            self.players.play()

    def leave(self) -> None:
        """Put the dames back to the talons."""
        self.players.show(self.players.table.play(Position.start(), 12))
        self.players.wait(2)
        self.players.coups = dict.fromkeys(Side, 0)
        first = self.referee.seated.first
        if first is not None:
            self.players.side = self.referee.judge.situation.trait


def test_leaving_short_of_six_trous_is_a_releve_like_any_other() -> None:
    """The marqué goes on (Lois XVI)."""
    table = Table()
    table.trou(3, 2)
    table.leave()
    assert table.ruled == []
    assert table.referee.judge.situation.score.blancs.trous + table.referee.judge.situation.score.noirs.trous == 6


def test_leaving_with_six_trous_ends_the_marque() -> None:
    """The ruling has both sides' trous and the next players; the next marqué begins at zero (Lois II, XIX)."""
    table = Table()
    side = table.trou(6, 6)
    table.leave()
    (ruled,) = table.ruled
    assert (ruled.issue, ruled.side, ruled.numero) == (Issue.GAGNE, side, 1)
    assert ruled.marque is not None
    assert ruled.marque.vainqueur == ("Alice" if side is BLANCS else "Bruno")
    assert sorted(ruled.trous) == [6, 7]
    # Two players take turns with the primauté.
    assert (ruled.blancs, ruled.noirs, ruled.first) == ("Alice", "Bruno", NOIRS)
    now = table.referee.judge.situation
    assert (now.score, now.trait, now.phase, now.number) == (Score(), NOIRS, Phase.TO_THROW, 0)
    assert table.referee.seated.partie.marques == (ruled.marque,)


@pytest.mark.parametrize("dames", ["back with the dice", "not back yet"])
def test_the_first_throw_of_the_next_marque_counts_if_no_look_showed_the_talons_before(dames: str) -> None:
    """Noirs have the primauté now (Lois II). One look shows their dice, and perhaps the talons."""
    table = Table()
    side = table.trou(6, 6)
    players = table.players
    players.show([Declared(players.table.t, side, Declaration.JE_M_EN_VAIS)])
    if dames == "back with the dice":
        players.table.position = Position.start()
    players.show(players.table.throw((6, 5), by=(NOIRS,)))
    players.show(players.table.play(Position.start(), 12))
    players.wait()
    assert len(table.ruled) == 1
    now = table.referee.judge.situation
    assert (now.number, now.trait, now.score, now.position) == (1, NOIRS, Score(), Position.start())
    rulings: list[Ruling] = list(players.rulings)
    last = [one for one in rulings if isinstance(one, ThrowWorth)][-1]
    assert (last.throw, last.side, last.dice) == (1, NOIRS, (6, 5))
    again = EcrireReferee(table.settings)
    all_ruled = take_in(again, list(players.acts))
    assert again.state() == table.referee.state()
    assert [one for one in all_ruled if isinstance(one, ThrowWorth | MarqueRuled)] == [
        one for one in rulings if isinstance(one, ThrowWorth | MarqueRuled)
    ]


def test_equal_trous_are_a_refait_and_the_same_two_play_again() -> None:
    """The consolation is doubled (Lois XIX)."""
    table = Table()
    # One trou each way: the player who makes it comes to seven like the other.
    while not table.ruled:
        side = table.players.side
        blancs, noirs = (6, 7) if side is BLANCS else (7, 6)
        made = table.trou(blancs, noirs)
        if made is side:
            table.leave()
        else:
            table.players.show([Undone(table.players.table.t, "test", table.referee.judge.situation.number)])
            table = Table(seed=table.seed + 1)
    (ruled,) = table.ruled
    assert (ruled.issue, ruled.side, ruled.marque) == (Issue.REFAIT, None, None)
    rencontre = table.referee.seated.partie.rencontre
    assert rencontre is not None
    assert (rencontre.numero, rencontre.refaits) == (1, 1)
    assert table.referee.judge.situation.score == Score()


def leaving(acts: Sequence[Act], held: int, convention: Convention = DEUX) -> tuple[EcrireReferee, list[Ruling]]:
    """Let Blancs, with this many trous, throw for two more, and the dames be back after these acts."""
    referee = EcrireReferee(
        EcrireSettings(
            table=Settings(mode=Mode.REFEREE, jetons=True, pegs=True),
            convention=convention, blancs="Alice", noirs="Bruno",
        )
    )  # fmt: skip
    score = Score(Holding(10, True, held), Holding(0, False, 2))
    before: Sequence[Act] = (
        JetonMoved(0.0, BLANCS, 0, bredouille=False),
        Corrected(1.0, "test", position=position(BEATS, BEATEN), score=score),
        DiceThrown(2.0, BLANCS, SIX_TWO, good=True),
    )
    back = Releve(6.0, ReleveCause.S_EN_ALLER, BLANCS)
    return referee, [ruling for act in (*before, *acts, back) for ruling in referee.recall(act)]


JE_M_EN_VAIS = Declared(4.0, BLANCS, Declaration.JE_M_EN_VAIS)


@pytest.mark.parametrize(("said", "pegged", "announced"), [(None, 7, []), (6, 6, []), (7, 8, [(6, 2)])])
def test_trous_pegged_after_je_m_en_vais_count_once_the_dames_are_back(
    said: int | None, pegged: int, announced: list[tuple[int, int]]
) -> None:
    """Only trous that the fichet shows are kept (Lois XVI; Jeu 3, prise de trous).

    said, pegged: the hole in which Blancs' fichet stands when they say that they go, and when the dames are back.
    announced: the trous of the marqué as ruled before that.
    """
    first = () if said is None else (FichetMoved(3.0, BLANCS, said),)
    acts = (*first, JE_M_EN_VAIS, FichetMoved(5.0, BLANCS, pegged))
    referee, rulings = leaving(acts, held=6 if pegged == 8 else 5)
    ends = [one for one in rulings if isinstance(one, MarqueRuled)]
    (ruled,) = standing(ends + [one for one in rulings if isinstance(one, Withdrawn)])
    assert isinstance(ruled, MarqueRuled)
    assert [one.trous for one in ends if one is not ruled] == announced
    assert (ruled.issue, ruled.trous) == (Issue.GAGNE, (pegged, 2))
    assert referee.seated.partie.marques == (ruled.marque,)


@pytest.mark.parametrize(
    "acts",
    [
        (FichetMoved(3.0, BLANCS, 8), JE_M_EN_VAIS),
        (FichetMoved(3.0, BLANCS, 7), JE_M_EN_VAIS, FichetMoved(5.0, BLANCS, 8)),
        (FichetMoved(3.0, BLANCS, 8),),
    ],
    ids=["before je m'en vais", "after", "without a word"],
)
def test_the_agreed_last_trou_ends_a_marque_once(acts: Sequence[Act]) -> None:
    """It counts with all its trous, whenever the last is pegged (Lois II)."""
    referee, rulings = leaving(acts, held=6, convention=replace(DEUX, plafond=8))
    (ruled,) = [one for one in standing(rulings) if isinstance(one, MarqueRuled)]
    assert (ruled.issue, ruled.side, ruled.trous) == (Issue.GAGNE, BLANCS, (8, 2))
    assert referee.seated.partie.marques == (ruled.marque,)


def test_no_jeton_need_move_once_the_agreed_last_trou_is_pegged() -> None:
    """The marqué is over (Lois II: "les joueurs peuvent en décider différemment")."""
    pegged = FichetMoved(3.0, BLANCS, 6)
    _, rulings = leaving((pegged,), held=4, convention=replace(DEUX, plafond=6))
    assert [(one.t, one.trous) for one in rulings if isinstance(one, MarqueRuled)] == [(pegged.t, (6, 2))]


def test_the_twelfth_trou_ends_no_marque() -> None:
    """No tour is won, and the player may hold on (Lois II)."""
    table = Table()
    table.trou(11, 11)
    assert not any(isinstance(ruling, TourWon) for ruling in table.players.rulings)
    assert table.referee.judge.situation.phase is not Phase.OVER


@pytest.mark.parametrize(("held", "hole"), [(11, 12), (12, 1), (13, 2), (24, 1)])
@pytest.mark.parametrize("mode", [Mode.SCORE, Mode.REFEREE])
def test_trous_past_the_twelfth_count_and_the_fichet_goes_round_again(held: int, hole: int, mode: Mode) -> None:
    """A player may hold on for a thirteenth trou and more, and his points count as before (Lois II, XVI)."""
    hands = Hands("1:12 9:3", "1:13 10 3", Score(Holding(10, False, held), Holding(4, False, 2)), mode=mode, trous=None)
    assert hands.throw((6, 2)) == 2
    if mode is Mode.REFEREE:
        hands.act(FichetMoved(0.0, BLANCS, hole))
        for points, side in ((0, BLANCS), (0, NOIRS)):
            hands.act(JetonMoved(0.0, side, points, bredouille=False))
            hands.act(JetonReleased(0.0, side, points, bredouille=False))
    hands.play()
    assert (hands.score.of(BLANCS), hands.score.of(NOIRS)) == (Holding(0, False, held + 1), Holding(0, False, 2))
    assert hands.faults() == []
    hands.shown = hands.score
    owed = hands.throw((4, 4), NOIRS)
    if mode is Mode.REFEREE:
        hands.mark(NOIRS, owed)
    hands.play()
    hands.throw((2, 1), BLANCS)
    assert hands.score.of(NOIRS).points == owed % 12
    assert [one for one in hands.faults() if one[1] is NOIRS] == []


def test_an_agreed_last_trou_ends_the_marque_by_itself() -> None:
    """The players may agree on such a limit (Lois II)."""
    table = Table(Convention((("Alice",), ("Bruno",)), 4, plafond=12))
    side = table.trou(11, 11)
    (ruled,) = table.ruled
    assert (ruled.issue, ruled.side) == (Issue.GAGNE, side)
    table.players.show([TourStarted(table.players.table.t, BLANCS)])
    assert table.referee.judge.situation.score == Score()
    assert table.referee.judge.situation.trait is NOIRS
    assert table.referee.seated.partie.marques == (ruled.marque,)


def test_of_three_players_the_winner_of_the_first_marque_gives_his_place_up() -> None:
    """The player who stays keeps his side and has the primauté; the accounts add up to nothing (Lois XIX)."""
    table = Table(TROIS)
    winners = []
    for _ in range(3):
        winners.append(table.trou(6, 6))
        table.leave()
    first, second, third = table.ruled
    stayed = "Bruno" if first.marque is not None and first.marque.vainqueur == "Alice" else "Alice"
    assert {first.blancs, first.noirs} == {stayed, "Chloé"}
    assert first.first is (BLANCS if first.blancs == stayed else NOIRS)
    assert {second.blancs, second.noirs} == {"Alice", "Bruno", "Chloé"} - {stayed}
    assert (third.blancs, third.noirs, third.first) == (None, None, None)
    assert table.referee.over
    accounts = comptes(TROIS, table.referee.seated.partie.marques)
    assert sum(compte.total for compte in accounts.values()) == 0


def test_a_partie_resumed_from_its_acts_is_where_it_was() -> None:
    """This includes the change of players, which is announced once."""
    table = Table(TROIS)
    table.trou(6, 6)
    table.leave()
    acts = table.players.acts
    assert any(isinstance(act, TourStarted) for act in acts)
    again = EcrireReferee(table.settings)
    rulings = take_in(again, acts)
    assert again.state() == table.referee.state()
    assert sum(isinstance(ruling, MarqueRuled) for ruling in rulings) == 1
    for count in range(0, len(acts), 5):
        part = EcrireReferee(table.settings)
        take_in(part, acts[:count])
        assert part.seated.partie.convention == TROIS


def test_only_the_players_of_a_marque_change_sides_by_request() -> None:
    """The laws decide who plays, the players decide with which dames."""
    table = Table(TROIS)
    assert table.referee.observe(PlayersSeated(1.0, "", "Bruno", "Alice")).acts
    assert (table.referee.seated.blancs, table.referee.seated.noirs) == ("Bruno", "Alice")
    assert not table.referee.observe(PlayersSeated(1.0, "", "Chloé", "Alice")).acts
    assert table.referee.seated.blancs == "Bruno"


def test_sides_changed_after_the_end_of_a_marque_hold_for_the_next() -> None:
    """They change before the dames are back. Bruno has the second primauté (Lois II) and begins as Blancs."""
    table = Table()
    side = table.trou(6, 6)
    players = table.players
    players.show([Declared(players.table.t, side, Declaration.JE_M_EN_VAIS)])
    assert table.referee.observe(PlayersSeated(players.table.t, "", "Bruno", "Alice")).acts
    table.leave()
    sitting = table.referee.seated
    assert (sitting.blancs, sitting.noirs, sitting.first) == ("Bruno", "Alice", BLANCS)
    assert table.referee.judge.situation.trait is BLANCS


def test_a_petite_bredouille_counts_double() -> None:
    """The winner makes six trous while the other has none (Lois XV)."""
    table = Table()
    side = table.players.side
    while table.trou(*((5, 0) if side is BLANCS else (0, 5))) is not side:
        table = Table(seed=table.seed + 1)
        side = table.players.side
        if table.seed > 20:
            pytest.fail("no throw of the first side found")
    table.leave()
    (ruled,) = table.ruled
    assert ruled.marque is not None
    assert ruled.marque.bredouille is Bredouille.PETITE


def test_a_departure_undone_ends_no_marque() -> None:
    """A player pressed the wrong button. The announced end of the marqué is taken back, and the marqué goes on."""
    table = Table()
    side = table.trou(6, 6)
    table.players.show([Declared(table.players.table.t, side, Declaration.JE_M_EN_VAIS)])
    (ruled,) = table.ruled
    assert ruled.issue is Issue.GAGNE
    number = table.referee.judge.situation.number
    table.players.show([Undone(table.players.table.t, "Anne", number)])
    rulings: list[Ruling] = [*table.players.rulings]
    gone = [one for one in rulings if isinstance(one, Withdrawn) and one.what == ruled]
    assert [one.asked for one in gone] == [True]
    assert not any(isinstance(one, MarqueRuled) for one in standing(rulings))
    assert table.referee.seated.partie.marques == ()
    acts = table.players.acts
    again = EcrireReferee(table.settings)
    all_ruled = take_in(again, acts)
    assert again.state() == table.referee.state()
    assert not any(isinstance(one, MarqueRuled) for one in standing(all_ruled))
