"""A second, deliberately slow reading of the laws, for comparison with the real rules.

The code is deliberately simple and shares only value types with the project. The plays are in
`tests.rules.oracle_plays`, the jans here.

`answer` gives the plays and jans of a throw in the shape of the `rules` command:
`dice_playable`, `plays` (each a sorted tuple of (from, to)), `results` and `jans`.
All cases are in the thrower's own numbering, 1..24, and 25 is the bande de sortie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from rules.code import LOIS_2013, Code
from rules.position import Position, Side

from .oracle_plays import (
    JANS,
    Board,
    Candidate,
    Counts,
    Pair,
    board_of,
    explicit_dames,
    is_full,
    lois_13_fill_and_keep,
    numbers_done,
    plays_before_plein,
    two_dames_at,
)


class Answer(TypedDict):
    """The worth of a throw and the ways to play it."""

    dice_playable: int
    plays: frozenset[tuple[Pair, ...]]
    results: frozenset[Position]
    jans: list[dict[str, object]]


def doublet(dice: Pair) -> bool:
    return dice[0] == dice[1]


def four_or_six(dice: Pair) -> int:
    return 6 if doublet(dice) else 4


def two_or_four(dice: Pair) -> int:
    return 4 if doublet(dice) else 2


def jan_de_six_tables(board: Board, dice: Pair, coup: int | None) -> bool:
    """Lois XII: third throw, four of cases 2..7 hold one dame, the throw could furnish the two others."""
    if coup != 3 or board.my(1) != 11:
        return False
    garnies = [case for case in range(2, 8) if board.my(case) == 1]
    vides = [case for case in range(2, 8) if board.my(case) == 0]
    if len(garnies) != 4 or len(vides) != 2:
        return False
    return sorted([1 + dice[0], 1 + dice[1]]) == vides and all(board.adverse(case) == 0 for case in vides)


def deux_dames_abattues(board: Board) -> list[int] | None:
    """Return the cases of the only two dames off the talon, if the thirteen others are on it."""
    if board.my(1) != 13 or sum(board.mine) != 15:
        return None
    return [case for case in explicit_dames(board.mine) if case != 1]


def jan_de_deux_tables(board: Board, dice: Pair) -> bool:
    """Lois XII: one of the two dames would reach the own empty coin, the other the adversary's."""
    abattues = deux_dames_abattues(board)
    if abattues is None or board.my(12):
        return False
    a, b = dice
    x, y = abattues
    return any(one + n == 12 and other + m == 13 for one, other in ((x, y), (y, x)) for n, m in ((a, b), (b, a)))


def jan_de_mezeas(board: Board, dice: Pair) -> bool:
    """Lois XII: the two dames hold the coin and the throw has an as."""
    return deux_dames_abattues(board) == [12, 12] and 1 in dice


def direct_numbers(board: Board, target: int, dice: Pair) -> list[int]:
    """The different direct numbers that bring a dame to a case."""
    return [n for n in sorted(set(dice)) if board.my(target - n) >= 1]


def rests_to(board: Board, target: int, dice: Pair) -> list[int]:
    """Where a dame that would reach a case by the sum could rest; empty when no dame stands there."""
    start = target - dice[0] - dice[1]
    if board.my(start) == 0:
        return []
    return sorted({start + dice[0], start + dice[1]})


def reach_ways(board: Board, target: int, dice: Pair) -> int:
    """Lois X: façons of reaching a case à vrai: direct numbers, and the sum with one rest not full of adverse dames."""
    ways = len(direct_numbers(board, target, dice))
    if any(board.adverse(rest) < 2 for rest in rests_to(board, target, dice)):
        ways += 1
    return ways


def reached_a_faux(board: Board, target: int, dice: Pair) -> bool:
    """Lois X: by the sum only, every rest an adverse case."""
    rests = rests_to(board, target, dice)
    return reach_ways(board, target, dice) == 0 and bool(rests) and all(board.adverse(rest) >= 2 for rest in rests)


def table_of(case: int) -> str:
    return "grands_jans" if 7 <= case <= 18 else "petits_jans"


def batterie_du_coin(board: Board, dice: Pair) -> bool:
    """Lois XI: own coin held, the other empty, two dames reach it without the two that hold the own coin."""
    if board.my(12) < 2 or board.adverse(13):
        return False
    without_holders = list(board.mine)
    without_holders[12 - 1] -= 2
    return two_dames_at(Board(tuple(without_holders), board.his), 13 - dice[0], 13 - dice[1])


def filling_ways(board: Board, dice: Pair, plays: list[Candidate], jan: range) -> int:
    """Lois XIII, remplir; Jeu 2, manières de remplir: the façons that a legal play really carries out."""
    missing = {case: 2 - board.my(case) for case in jan if board.my(case) < 2}
    filling = [play for play in plays if is_full(play.after, jan)]
    if sum(missing.values()) == 2:
        return 1 if filling else 0
    if sum(missing.values()) != 1:
        return 0
    (hole,) = missing
    ways = 0
    for number in sorted(set(dice)):
        start = hole - number
        surnumeraire = board.my(start) >= (3 if start in jan else 1)
        if surnumeraire and any((start, hole) in play.pairs for play in filling):
            ways += 1
    by_sum = (hole - dice[0] - dice[1], hole)
    if any(play.pairs == (by_sum,) for play in filling):
        ways += 1
    return ways


def keeps(board: Board, plays: list[Candidate], jan: range) -> bool:
    """Lois XIII, conserver: full before, and after some play, by impuissance or by sorties too."""
    return is_full(board.mine, jan) and any(is_full(play.after, jan) for play in plays)


def all_on_coin(counts: Counts) -> bool:
    return counts[12 - 1] == 15


def margot_cases(board: Board) -> list[int]:
    """Jeu 2, Margot la fendue: the empty cases between two adverse demi-cases."""
    return [
        case
        for case in range(2, 24)
        if board.my(case) == 0
        and board.adverse(case) == 0
        and board.adverse(case - 1) == 1
        and board.adverse(case + 1) == 1
    ]


@dataclass(frozen=True)
class Throw:
    """A throw before it is played: the board, the dice, and every play before the duty to fill and keep."""

    board: Board
    dice: Pair
    plays: list[Candidate]


Item = tuple[str, str, int, int, str | None, int | None]
"""A jan: name, who marks (J or A), ways, points each, table, case."""


def jans_of_the_beginning(throw: Throw, coup: int | None) -> Iterator[Item]:
    """Lois IX: six tables, deux tables and mezeas, or their contre."""
    board, dice = throw.board, throw.dice
    against = board.adverse(13) > 0
    name, who = ("contre_", "A") if against else ("", "J")
    if jan_de_six_tables(board, dice, coup):
        yield "six_tables", "J", 1, 4, None, None
    if jan_de_deux_tables(board, dice):
        yield f"{name}deux_tables", who, 1, four_or_six(dice), None, None
    if jan_de_mezeas(board, dice):
        yield f"{name}mezeas", who, 1, four_or_six(dice), None, None


def hits(throw: Throw) -> Iterator[Item]:
    """Dames beaten, à vrai and à faux, and the coin."""
    board, dice = throw.board, throw.dice
    for case in range(1, 25):
        if board.adverse(case) == 1:
            each = two_or_four(dice) if table_of(case) == "grands_jans" else four_or_six(dice)
            yield "battre_a_vrai", "J", reach_ways(board, case, dice), each, table_of(case), case
            if reached_a_faux(board, case, dice):
                yield "battre_a_faux", "A", 1, each, table_of(case), case
    if batterie_du_coin(board, dice):
        yield "battre_le_coin", "J", 1, four_or_six(dice), None, None


def pleins(throw: Throw) -> Iterator[Item]:
    """Jans filled and kept."""
    each = four_or_six(throw.dice)
    for name, jan in JANS.items():
        if is_full(throw.board.mine, jan):
            yield f"{name}_conserve", "J", int(keeps(throw.board, throw.plays, jan)), each, None, None
        else:
            yield f"{name}_rempli", "J", filling_ways(throw.board, throw.dice, throw.plays, jan), each, None, None


def pile_de_misere(throw: Throw) -> Iterator[Item]:
    """All fifteen on the coin de repos: made, or kept for want of a play."""
    each = four_or_six(throw.dice)
    passes = any(end > 13 for play in throw.plays for _, end in play.pairs)
    if all_on_coin(throw.board.mine):
        kept = all(not play.pairs for play in throw.plays)
        yield "pile_de_misere_conservee", "J", int(kept), each, None, None
    elif any(all_on_coin(play.after) for play in throw.plays) and not passes:
        yield "pile_de_misere_realisee", "J", 1, each, None, None


def jans_of(throw: Throw, code: Code, coup: int | None, first_throw: Pair | None) -> Iterator[Item]:
    """Return all jans, also those with no way."""
    dice, plays = throw.dice, throw.plays
    yield from jans_of_the_beginning(throw, coup)
    yield from hits(throw)
    yield from pleins(throw)
    if any(play.pairs and sum(play.after) == 0 for play in plays):
        yield "sortie", "J", 1, four_or_six(dice), None, None
    yield "impuissance", "A", 2 - max(numbers_done(play) for play in plays), 2, None, None
    if code.pile_de_misere:
        yield from pile_de_misere(throw)
    if code.rencontre and first_throw is not None and sorted(first_throw) == sorted(dice):
        yield "rencontre", "J", 1, four_or_six(dice), None, None
    if code.margot_la_fendue:  # one item for the throw: "deux fois 2 points, soit 4 points"
        ways = sum(reach_ways(throw.board, case, dice) for case in margot_cases(throw.board))
        yield "margot_la_fendue", "A", ways, two_or_four(dice), None, None


def answer(
    position: Position,
    side: Side,
    dice: Pair,
    code: Code = LOIS_2013,
    *,
    coup: int | None = None,
    first_throw: Pair | None = None,
) -> Answer:
    """Plays and jans of a throw of `side`."""
    board = board_of(position, side)
    plays = plays_before_plein(board, dice)
    legal = lois_13_fill_and_keep(plays)
    who = {"J": side.value, "A": side.adversary.value}
    jans: list[dict[str, object]] = []
    for name, marks, ways, each, table, case in jans_of(Throw(board, dice, plays), code, coup, first_throw):
        if not ways:
            continue
        item: dict[str, object] = {"jan": name, "for": who[marks], "ways": ways, "points": ways * each}
        if table is not None:
            item["table"] = table
        if case is not None:
            item["case"] = case
        jans.append(item)
    return {
        "dice_playable": max(numbers_done(play) for play in plays),
        "plays": frozenset(play.pairs for play in legal),
        "results": frozenset(position.with_counts(side, play.after) for play in legal),
        "jans": jans,
    }
