"""The worth of a throw, to the thrower and to his adversary (Lois X-XIII and Tarif; Jeu 2; docs/rules.md, "Jans").

Everything is computed on the position before the dames move. Each figure is one function of a `_Throw`. `jans` calls
them all in the order of the table in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.code import Code
from rules.jan import Jan, JanName, Table, Way
from rules.play import LegalPlays, Play
from rules.plays import possible_plays
from rules.position import BANDE, COIN, COIN_ADVERSE, DAMES, TALON, Dice, Position, Side
from rules.view import FILLABLE, TABLE_DES_GRANDS_JANS, ByCase, View, is_full, missing

REMPLI = dict(
    zip(
        FILLABLE,
        (JanName.PETIT_JAN_REMPLI, JanName.GRAND_JAN_REMPLI, JanName.JAN_DE_RETOUR_REMPLI),
        strict=True,
    )
)
CONSERVE = dict(
    zip(
        FILLABLE,
        (JanName.PETIT_JAN_CONSERVE, JanName.GRAND_JAN_CONSERVE, JanName.JAN_DE_RETOUR_CONSERVE),
        strict=True,
    )
)


@dataclass(frozen=True)
class _Throw:
    """A throw about to be played, with everything the figures need."""

    position: Position
    side: Side
    dice: Dice
    code: Code
    coup: int | None
    first_throw: Dice | None

    @cached_property
    def own(self) -> ByCase:
        return View.of(self.position, self.side).own

    @cached_property
    def adverse(self) -> ByCase:
        return View.of(self.position, self.side).adverse

    @cached_property
    def possible(self) -> LegalPlays:
        """The plays before the obligation to fill and to keep, because their worth is computed here."""
        return possible_plays(self.position, self.side, self.dice)

    @property
    def doublet(self) -> bool:
        return self.dice[0] == self.dice[1]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The different numbers thrown, the higher first."""
        return tuple(sorted(set(self.dice), reverse=True))

    @property
    def sum(self) -> int:
        return self.dice[0] + self.dice[1]

    def own_after(self, play: Play) -> ByCase:
        return (0, *play.result.counts(self.side))

    def value(self, simple: int) -> int:
        """Return the points of one way; a doublet adds two (Tarif)."""
        return simple + 2 if self.doublet else simple

    def jan(
        self,
        name: JanName,
        how: tuple[Way, ...],
        article: str,
        *,
        simple: int = 4,
        to_adversary: bool = False,
        table: Table | None = None,
        case: int | None = None,
    ) -> Jan:
        side = self.side.adversary if to_adversary else self.side
        return Jan(name, side, len(how), self.value(simple) * len(how), article, table, case, how)

    def direct_ways(self, case: int) -> list[Way]:
        """Return a way for each different number that brings a dame to `case`, ignoring adverse dames and interdits."""
        starts = [case - number for number in self.numbers]
        return [Way(((start, case),)) for start in starts if start >= TALON and self.own[start]]

    def reach_by_sum(self, case: int) -> tuple[int, tuple[int, ...]] | None:
        """Return where a dame stands that reaches `case` by both numbers, and where it could rest; None without one."""
        start = case - self.sum
        if start < TALON or not self.own[start]:
            return None
        return start, tuple(start + number for number in self.numbers)

    def ways_a_vrai(self, case: int) -> list[Way]:
        """Return the fictive ways to reach a case: each different number, and the sum with a free rest (Lois X).

        A rest is free unless it is a full adverse case: it is empty, one's own, or an adverse demi-case.
        """
        ways = self.direct_ways(case)
        if (both := self.reach_by_sum(case)) is not None:
            start, rests = both
            free = [rest for rest in rests if self.adverse[rest] < 2]
            if free:
                ways.append(Way(((start, case),), free[0]))
        return ways

    def pair_reaching(self, first_case: int, second_case: int, kept: ByCase) -> Way | None:
        """Return how two dames reach the two cases, each by one number; `kept` dames of each case may not be used."""
        free = [have - held for have, held in zip(self.own, kept, strict=True)]
        for first, second in (self.dice, self.dice[::-1]):
            one, two = first_case - first, second_case - second
            if free[one] > 0 and free[two] > (one == two):
                return Way(((one, first_case), (two, second_case)))
        return None


COIN_HELD: ByCase = tuple(2 if case == COIN else 0 for case in range(25))


def _six_tables(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when four of cases 2-7 hold one dame each after two throws, and the third fills the other two."""
    six = range(2, 8)
    empty = [case for case in six if not throw.own[case]]
    if (
        throw.coup == 3
        and throw.own[TALON] == DAMES - 4
        and len(empty) == 2
        and all(throw.own[case] <= 1 for case in six)
        and {TALON + number for number in throw.dice} == set(empty)
        and not any(throw.adverse[case] for case in empty)
    ):
        way = Way(tuple((TALON, case) for case in empty))
        yield throw.jan(JanName.SIX_TABLES, (way,), "Lois XII")


def _two_dames_off(throw: _Throw) -> bool:
    """Whether only two dames are abattues: thirteen are still on the talon."""
    return throw.own[TALON] == DAMES - 2


def _deux_tables(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when the only two dames off the talon would reach the two coins, and the own coin is empty."""
    talon_kept = tuple(DAMES if case == TALON else 0 for case in range(25))
    if _two_dames_off(throw) and not throw.own[COIN]:
        way = throw.pair_reaching(COIN, COIN_ADVERSE, talon_kept)
        if way is not None:
            contre = throw.adverse[COIN_ADVERSE] > 0
            name = JanName.CONTRE_DEUX_TABLES if contre else JanName.DEUX_TABLES
            yield throw.jan(name, (way,), "Lois XII", to_adversary=contre)


def _mezeas(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when the only two dames off the talon hold the coin, and an as is thrown."""
    if _two_dames_off(throw) and throw.own[COIN] == 2 and 1 in throw.dice:
        contre = throw.adverse[COIN_ADVERSE] > 0
        name = JanName.CONTRE_MEZEAS if contre else JanName.MEZEAS
        dames = ((COIN, COIN_ADVERSE),) * throw.dice.count(1)
        yield throw.jan(name, (Way(dames),), "Lois XII", to_adversary=contre)


def _battre(throw: _Throw) -> Iterator[Jan]:
    """Yield each adverse demi-case beaten à vrai, or à faux by the sum when every rest is a full adverse case."""
    for case in range(1, BANDE):
        if throw.adverse[case] != 1:
            continue
        table, simple = (Table.GRANDS_JANS, 2) if case in TABLE_DES_GRANDS_JANS else (Table.PETITS_JANS, 4)
        if ways := throw.ways_a_vrai(case):
            name, adverse = JanName.BATTRE_A_VRAI, False
        elif (both := throw.reach_by_sum(case)) is not None:
            start, rests = both
            ways = [Way(((start, case),), rests[0])]
            name, adverse = JanName.BATTRE_A_FAUX, True
        else:
            continue
        yield throw.jan(name, tuple(ways), "Lois X", simple=simple, to_adversary=adverse, table=table, case=case)


def _battre_le_coin(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when the own coin is held, the adverse one empty, and direct numbers take two other dames there."""
    if throw.own[COIN] >= 2 and not throw.adverse[COIN_ADVERSE]:
        way = throw.pair_reaching(COIN_ADVERSE, COIN_ADVERSE, COIN_HELD)
        if way is not None:
            yield throw.jan(JanName.BATTRE_LE_COIN, (way,), "Lois XI")


def _ways_to_fill(throw: _Throw, jan: range, filling: list[Play]) -> tuple[Way, ...]:
    """Return the ways in which this throw fills a jan; `filling`: the possible plays that leave it full.

    With one dame missing, each different number that brings a surnuméraire is a way, and so is the sum, if one of the
    plays really uses it. With two missing there is one way, whatever dames fill it (Lois XIII, remplir).
    """
    if missing(throw.own, jan) == 2:
        return (Way(tuple((move.start, move.end) for move in filling[0].moves)),)
    case = next(case for case in jan if throw.own[case] < 2)
    done = {(move.start, move.end) for play in filling for move in play.moves}
    direct = [case - number for number in throw.numbers]
    supernumerary = [start for start in direct if start >= TALON and (start not in jan or throw.own[start] > 2)]
    starts = [*supernumerary, case - throw.sum]
    return tuple(Way(((start, case),)) for start in starts if (start, case) in done)


def _remplir_et_conserver(throw: _Throw) -> Iterator[Jan]:
    """Yield each of the three jans that is full and some play keeps, or lacks one or two dames and some play fills."""
    for jan in FILLABLE:
        lacking = missing(throw.own, jan)
        if lacking > 2:
            continue
        full = [play for play in throw.possible.plays if is_full(throw.own_after(play), jan)]
        if not full:
            continue
        if lacking:
            how = _ways_to_fill(throw, jan, full)
            name = REMPLI[jan]
        else:
            how = (Way(tuple((move.start, move.end) for move in full[0].moves)),)
            name = CONSERVE[jan]
        yield throw.jan(name, how, "Lois XIII")


def _sortie(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when some play takes the last dames out."""
    for play in throw.possible.plays:
        if play.moves and not any(throw.own_after(play)):
            way = Way(tuple((move.start, move.end) for move in play.moves))
            yield throw.jan(JanName.SORTIE, (way,), "Lois VIII")
            return


def _impuissance(throw: _Throw) -> Iterator[Jan]:
    """Yield two points for the adversary for each number that cannot be played, doublet or not (Lois VI)."""
    unplayable = 2 - throw.possible.dice_playable
    if unplayable:
        yield Jan(JanName.IMPUISSANCE, throw.side.adversary, unplayable, 2 * unplayable, "Lois VI")


def _pile_de_misere(throw: _Throw) -> Iterator[Jan]:
    """Yield the pile of all fifteen on the own coin.

    It is made when no play moves a dame to the retour, and kept when no number can be played.
    """
    if not throw.code.pile_de_misere:
        return
    article = "Jeu 2, pile de misère"
    if throw.own[COIN] == DAMES:
        if not throw.possible.dice_playable:
            yield throw.jan(JanName.PILE_DE_MISERE_CONSERVEE, (Way(()),), article)
        return
    plays = throw.possible.plays
    piled = [play for play in plays if throw.own_after(play)[COIN] == DAMES]
    if piled and not any(move.end > COIN_ADVERSE for play in plays for move in play.moves):
        way = Way(tuple((move.start, move.end) for move in piled[0].moves))
        yield throw.jan(JanName.PILE_DE_MISERE_REALISEE, (way,), article)


def _rencontre(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan when the second player's first throw of the tour equals the first player's (Jeu 2, an option)."""
    first = throw.first_throw if throw.code.rencontre and throw.coup in (None, 1) else None
    if first is not None and sorted(first) == sorted(throw.dice):
        yield throw.jan(JanName.RENCONTRE, (Way(()),), "Jeu 2, jan de rencontre")


def _margot(throw: _Throw) -> Iterator[Jan]:
    """Yield the jan for empty cases between two adverse demi-cases, reached à vrai (Jeu 2, an option).

    The three cases lie in one row. The two coins face each other across the board, so they are not neighbours.
    """
    if not throw.code.margot_la_fendue:
        return
    visited = [
        case
        for case in (*range(2, COIN), *range(COIN_ADVERSE + 1, 24))
        if throw.adverse[case - 1] == 1 == throw.adverse[case + 1] and not throw.adverse[case] and not throw.own[case]
    ]
    ways = tuple(way for case in visited for way in throw.ways_a_vrai(case))
    if ways:
        yield throw.jan(JanName.MARGOT_LA_FENDUE, ways, "Jeu 2, Margot la fendue", simple=2, to_adversary=True)


FIGURES: tuple[Callable[[_Throw], Iterator[Jan]], ...] = (
    _six_tables,
    _deux_tables,
    _mezeas,
    _battre_le_coin,
    _battre,
    _remplir_et_conserver,
    _sortie,
    _impuissance,
    _pile_de_misere,
    _rencontre,
    _margot,
)


def jans(
    position: Position,
    side: Side,
    dice: Dice,
    code: Code,
    *,
    coup: int | None = None,
    first_throw: Dice | None = None,
) -> tuple[Jan, ...]:
    """Return everything a throw is worth to both sides.

    Args:
        position: before the throw is played.
        side: the side that threw.
        dice: two numbers 1..6.
        code: the rules agreed on.
        coup: the number of the thrower's throw since the start or the relevé (from 1), None when unknown.
        first_throw: the first player's first throw in this tour, given only for the second player's first throw.
    """
    throw = _Throw(position, side, dice, code, coup, first_throw)
    return tuple(jan for figure in FIGURES for jan in figure(throw))
