"""The worth of one throw in many positions at once (Lois X-XIII and Tarif; Jeu 2), as in `rules.jans`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from rules.batch.plays import PlaysOfThrow
from rules.batch.rows import Counts, Mask, Numbers
from rules.code import Code
from rules.jan import JanName
from rules.jans import CONSERVE, REMPLI
from rules.position import COIN, COIN_ADVERSE, DAMES, TALON
from rules.view import TABLE_DES_GRANDS_JANS

TO_ADVERSARY: Final = frozenset(
    {
        JanName.CONTRE_DEUX_TABLES,
        JanName.CONTRE_MEZEAS,
        JanName.BATTRE_A_FAUX,
        JanName.IMPUISSANCE,
        JanName.MARGOT_LA_FENDUE,
    }
)
"""The figures that the thrower's adversary marks."""


@dataclass(frozen=True)
class Points:
    """The worth of a throw in n positions.

    by_name: the points (n,) of each figure that occurs in any position; rows: n.
    """

    by_name: dict[JanName, Numbers]
    rows: int

    def of_thrower(self) -> Numbers:
        """Return the thrower's points, (n,)."""
        return self._sum(to_adversary=False)

    def of_adversary(self) -> Numbers:
        """Return the adversary's points, (n,)."""
        return self._sum(to_adversary=True)

    def _sum(self, *, to_adversary: bool) -> Numbers:
        total = np.zeros(self.rows, np.int64)
        for name, points in self.by_name.items():
            if (name in TO_ADVERSARY) is to_adversary:
                total += points
        return total


def jans_of(plays: PlaysOfThrow, code: Code, *, coup: Numbers | None = None) -> Points:
    """Return the worth of one throw in the positions of `plays`.

    coup: for each row the number of the thrower's throw since the start or the relevé, 0 when unknown. The rencontre is
    not included: it depends on two throws, not on a position.
    """
    figures = _Figures(plays)
    found: dict[JanName, Numbers] = {}
    if coup is not None:
        found |= figures.six_tables(coup)
    found |= figures.departures() | figures.battre() | figures.remplir_et_conserver() | figures.others(code)
    return Points({name: points.astype(np.int64) for name, points in found.items() if points.any()}, len(plays.rows))


class _Figures:
    """The figures of one throw; each method returns points (n,) by name."""

    def __init__(self, plays: PlaysOfThrow) -> None:
        self.plays = plays
        self.own, self.adverse = plays.rows.own, plays.rows.adverse
        self.dice = plays.candidates.dice
        self.high, self.low = self.dice
        self.doublet = self.high == self.low
        self.value = 6 if self.doublet else 4
        self.coin = self.own[:, COIN]
        self.coin_adverse = self.adverse[:, COIN_ADVERSE]
        self.two_off = self.own[:, TALON] == DAMES - 2

    def six_tables(self, coup: Numbers) -> dict[JanName, Numbers]:
        if self.doublet:
            return {}
        six = self.own[:, 2:8]
        right = (self.own[:, TALON] == DAMES - 4) & (six <= 1).all(axis=1) & (six.sum(axis=1) == 4)
        for number in self.dice:
            right &= (self.own[:, TALON + number] == 0) & (self.adverse[:, TALON + number] == 0)
        return {JanName.SIX_TABLES: 4 * (right & (coup == 3))}

    def departures(self) -> dict[JanName, Numbers]:
        """Return deux tables, mézéas and their contres."""
        either = np.zeros(len(self.own), np.bool_)
        for first, second in {self.dice, self.dice[::-1]}:
            one, two = COIN - first, COIN_ADVERSE - second
            if one == two:
                either |= self.own[:, one] >= 2
            else:
                either |= (self.own[:, one] > 0) & (self.own[:, two] > 0) & (one != TALON) & (two != TALON)
        deux_tables = self.two_off & (self.coin == 0) & either
        mezeas = self.two_off & (self.coin == 2) & (1 in self.dice)
        held = self.coin_adverse > 0
        return {
            JanName.DEUX_TABLES: self.value * (deux_tables & ~held),
            JanName.CONTRE_DEUX_TABLES: self.value * (deux_tables & held),
            JanName.MEZEAS: self.value * (mezeas & ~held),
            JanName.CONTRE_MEZEAS: self.value * (mezeas & held),
        }

    def _ways_to_reach(self) -> tuple[Counts, Mask]:
        """Return the number of ways to reach each case à vrai, (n, 26), and whether the sum reaches it at all."""
        stands = self.own > 0
        stands[:, 0] = stands[:, 25] = False
        free = self.adverse < 2
        ways = np.zeros(stands.shape, np.int8)
        for number in {*self.dice}:
            ways[:, number:] += stands[:, :-number]
        pips = self.high + self.low
        by_sum = np.zeros_like(stands)
        by_sum[:, pips:] = stands[:, :-pips]
        rest = np.zeros_like(stands)
        for number in {*self.dice}:  # A dame on k - pips plays the other number first and rests on k - number.
            rest[:, number:] |= free[:, :-number]
        ways += by_sum & rest
        return ways, by_sum

    def battre(self) -> dict[JanName, Numbers]:
        """Return dames beaten à vrai and à faux, and the coin."""
        ways, by_sum = self._ways_to_reach()
        demi = self.adverse == 1
        worth = np.full(26, self.value, np.int64)
        worth[TABLE_DES_GRANDS_JANS.start : TABLE_DES_GRANDS_JANS.stop] -= 2
        a_vrai = np.where(demi, ways, 0) @ worth
        a_faux = (demi & by_sum & (ways == 0)) @ worth
        free = self.own.copy()
        free[:, COIN] -= 2
        one, two = free[:, COIN_ADVERSE - self.high], free[:, COIN_ADVERSE - self.low]
        pair = one >= 2 if self.doublet else (one > 0) & (two > 0)
        le_coin = (self.coin >= 2) & (self.coin_adverse == 0) & pair
        return {
            JanName.BATTRE_A_VRAI: a_vrai,
            JanName.BATTRE_A_FAUX: a_faux,
            JanName.BATTRE_LE_COIN: self.value * le_coin,
        }

    def remplir_et_conserver(self) -> dict[JanName, Numbers]:
        found: dict[JanName, Numbers] = {}
        for jan, rows, plays in self.plays.full:
            remplir = found[REMPLI[jan]] = np.zeros(len(self.own), np.int64)
            conserver = found[CONSERVE[jan]] = np.zeros(len(self.own), np.int64)
            some = plays.any(axis=1)
            near, full = rows[some], plays[some]
            lacking = np.maximum(2 - self.own[near, jan.start : jan.stop], 0).sum(axis=1)
            conserver[near[lacking == 0]] = self.value
            remplir[near[lacking == 2]] = self.value
            last = np.flatnonzero(lacking == 1)
            remplir[near[last]] = self.value * self._ways_to_fill(near[last], full[last], jan)
        return found

    def _ways_to_fill(self, rows: Numbers, full: Mask, jan: range) -> Numbers:
        """Count the ways to bring the one dame that a jan lacks; full: which possible plays leave the jan full."""
        ways = np.zeros(len(rows), np.int64)
        case = jan.start + np.argmin(self.own[rows, jan.start : jan.stop], axis=1)
        moves = self.plays.candidates.moves
        for end in np.unique(case):
            here = np.flatnonzero(case == end)
            for pips in {*self.dice, self.high + self.low}:
                start = int(end) - pips
                if start < TALON:
                    continue
                does = np.array([(start, end) in play for play in moves])
                done = (full[here] & does).any(axis=1)
                if pips != self.high + self.low and start in jan:
                    done &= self.own[rows[here], start] > 2
                ways[here] += done
        return ways

    def others(self, code: Code) -> dict[JanName, Numbers]:
        """Return sortie, impuissance, pile de misère and Margot."""
        plays = self.plays
        count = self.own.sum(axis=1)
        out = np.zeros(len(self.own), np.bool_)
        few = np.flatnonzero((count > 0) & (count <= 2))
        out[few] = (plays.possible[few] & (plays.candidates.change.sum(axis=1) == -count[few, None])).any(axis=1)
        found = {JanName.SORTIE: self.value * out, JanName.IMPUISSANCE: 2 * (2 - plays.dice_playable)}
        if code.pile_de_misere:
            found |= self._pile_de_misere()
        if code.margot_la_fendue:
            ways, _ = self._ways_to_reach()
            demi = self.adverse == 1
            visited = np.zeros_like(demi)
            visited[:, 1:25] = demi[:, :24] & demi[:, 2:]
            visited &= (self.adverse == 0) & (self.own == 0)
            visited[:, [0, 1, COIN, COIN_ADVERSE, 24, 25]] = False
            found[JanName.MARGOT_LA_FENDUE] = (self.value - 2) * (ways * visited).sum(axis=1, dtype=np.int64)
        return found

    def _pile_de_misere(self) -> dict[JanName, Numbers]:
        plays, change = self.plays, self.plays.candidates.change
        made = np.zeros(len(self.own), np.bool_)
        near = np.flatnonzero((self.coin >= DAMES - 2) & (self.coin < DAMES))
        possible = plays.possible[near]
        piles = (possible & (self.coin[near, None] + change[:, COIN] == DAMES)).any(axis=1)
        made[near] = piles & ~(possible & plays.candidates.passing).any(axis=1)
        kept = (self.coin == DAMES) & (plays.dice_playable == 0)
        return {
            JanName.PILE_DE_MISERE_REALISEE: self.value * made,
            JanName.PILE_DE_MISERE_CONSERVEE: self.value * kept,
        }
