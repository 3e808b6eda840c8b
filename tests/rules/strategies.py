"""Lawful positions of grand trictrac: from games played in several manners, by placement, and endgames.

`positions(seed)` is a plain endless stream for long comparisons; `lawful_positions()` and `throws()` are Hypothesis
strategies. Many placed positions come up in no game, but the rules must answer every lawful board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from hypothesis import strategies as st

from rules.position import COIN, COIN_ADVERSE, DAMES, Counts, Dice, Position, Side

from .oracle import answer

PETIT_JAN = range(1, 7)
GRAND_JAN = range(7, 13)
JAN_DE_RETOUR = range(19, 25)

Style = Callable[[Counts], float]


# --- games --------------------------------------------------------------------------------------------------------


def _surplus(counts: Counts, jan: range) -> int:
    return sum(min(counts[case - 1], 2) for case in jan)


def hoarding(counts: Counts) -> float:
    """Keeps dames behind, on few cases."""
    return sum(n * n for n in counts) - sum(case * n for case, n in enumerate(counts, 1)) / 4


def racing(counts: Counts) -> float:
    """Brings the hindmost dames forward."""
    return -sum(n * (24 - case) ** 2 for case, n in enumerate(counts, 1))


def petit_jan(counts: Counts) -> float:
    """Fills the petit jan and stays there."""
    return 4 * _surplus(counts, PETIT_JAN) - sum(counts[case - 1] for case in range(7, 25))


def grand_jan(counts: Counts) -> float:
    """Takes the coin and fills the grand jan."""
    return 4 * _surplus(counts, GRAND_JAN) + 3 * min(counts[COIN - 1], 2) - 2 * sum(counts[12:])


def returning(counts: Counts) -> float:
    """Passes to the return as soon as it may, and fills the jan de retour."""
    return 4 * _surplus(counts, JAN_DE_RETOUR) + 2 * sum(counts[12:])


def piling(counts: Counts) -> float:
    """Crowds the own coin, as for a pile de misère."""
    return 3 * counts[COIN - 1] - 5 * sum(counts[12:]) + sum(counts[6:11])


STYLES: tuple[Style, ...] = (hoarding, racing, petit_jan, grand_jan, returning, piling)


def game(random: Random, throws: int = 120) -> Iterator[tuple[Position, Side, Dice]]:
    """Yield the throws of one game in which each side keeps to a style three times in four."""
    style = {side: random.choice(STYLES) for side in Side}
    position, side = Position.start(), Side.BLANCS
    for _ in range(throws):
        dice = (random.randint(1, 6), random.randint(1, 6))
        yield position, side, dice
        results = sorted(answer(position, side, dice)["results"], key=lambda p: (p.blancs, p.noirs))
        if random.random() < 0.25:
            position = random.choice(results)
        else:
            mover = side
            position = max(results, key=lambda p: style[mover](p.counts(mover)))
        if random.random() < 0.02:
            style[side] = random.choice(STYLES)
        if not sum(position.counts(side)):
            return
        side = side.adversary


# --- placement ----------------------------------------------------------------------------------------------------


def _place(random: Random, cases: list[int], dames: int, spread: int) -> list[int]:
    """`dames` dames on at most `spread` of these cases."""
    counts = [0] * 24
    chosen = random.sample(cases, min(spread, len(cases))) if cases else []
    for _ in range(dames if chosen else 0):
        counts[random.choice(chosen) - 1] += 1
    return counts


def _mend(random: Random, mine: list[int], his: list[int]) -> Position:
    """Make two lists of counts lawful: no shared case, no dame alone on its coin, none on the other's."""
    for case in range(1, 25):
        if mine[case - 1] and his[24 - case]:
            if random.random() < 0.5:
                mine[case - 1] = 0
            else:
                his[24 - case] = 0
    for counts in (mine, his):
        counts[COIN_ADVERSE - 1] = 0
        if counts[COIN - 1] == 1:
            counts[COIN - 1] = 2 if sum(counts) < DAMES else 0
    return Position(tuple(mine), tuple(his))


def _dames(random: Random) -> int:
    """Draw a number of dames: mostly fifteen, sometimes fewer, rarely none."""
    return DAMES if random.random() < 0.75 else random.randint(0, DAMES)


def placed_anywhere(random: Random) -> Position:
    """Both sides anywhere, on few or many cases."""
    cases = list(range(1, 25))
    mine = _place(random, cases, _dames(random), random.randint(1, 14))
    his = _place(random, cases, _dames(random), random.randint(1, 14))
    return _mend(random, mine, his)


def placed_by_jan(random: Random) -> Position:
    """Each side mostly in one region, with a few strays."""
    regions = [range(1, 7), range(7, 13), range(1, 13), range(6, 13), range(12, 25), range(14, 25), range(19, 25)]
    both: list[list[int]] = []
    for _ in Side:
        dames = _dames(random)
        strays = min(dames, random.choice([0, 0, 0, 1, 1, 2, 3, 5]))
        counts = _place(random, list(random.choice(regions)), dames - strays, random.randint(2, 8))
        for case, n in enumerate(_place(random, list(range(1, 25)), strays, 5), 1):
            counts[case - 1] += n
        both.append(counts)
    return _mend(random, both[0], both[1])


def _nearly_full(random: Random, jan: range) -> list[int]:
    """A jan full or nearly so, the other dames about it."""
    counts = [0] * 24
    for case in jan:
        counts[case - 1] = 2
    for _ in range(random.choice([0, 0, 1, 1, 1, 2, 2, 3])):
        case = random.choice(list(jan))
        counts[case - 1] = max(0, counts[case - 1] - 1)
    near = [case for case in range(max(1, jan.start - 11), 25) if case != COIN_ADVERSE]
    behind = [case for case in near if case < jan.stop]
    for _ in range(DAMES - sum(counts)):
        if random.random() < 0.95:
            counts[random.choice(behind if random.random() < 0.85 else near) - 1] += 1
    return counts


def nearly_full(random: Random) -> Position:
    """A jan full or to be filled, against an adversary placed at random or blocking it."""
    mine = _nearly_full(random, random.choice([PETIT_JAN, GRAND_JAN, JAN_DE_RETOUR]))
    free = [25 - case for case in range(1, 25) if not mine[case - 1]]
    dames = _dames(random)
    his = _place(random, free, dames, random.randint(1, 12))
    if random.random() < 0.3:
        his = [2 * min(n, 1) for n in his]
        his = [n if sum(his[:i]) + n <= DAMES else 0 for i, n in enumerate(his)]
    return _mend(random, mine, his)


def coin_to_take(random: Random) -> Position:
    """Own coin empty (or barely held), dames within reach of both coins; the adversary's coin often empty."""
    mine = _place(random, list(range(5, 12)), 6 + random.randint(0, 4), random.randint(2, 6))
    for case, n in enumerate(_place(random, list(range(1, 7)), DAMES - sum(mine), 3), 1):
        mine[case - 1] += n
    if random.random() < 0.3 and mine[0] >= 2:
        mine[0] -= 2
        mine[COIN - 1] = 2
    his = _place(random, list(range(1, 13)), _dames(random), random.randint(1, 8))
    if random.random() < 0.7:
        his[0] += his[COIN - 1]
        his[COIN - 1] = 0
    return _mend(random, mine, his)


def pile_de_misere(random: Random) -> Position:
    """Nearly all dames on the own coin, the adversary's jans more or less shut."""
    on_coin = random.choice([13, 13, 14, 14, 15])
    mine = _place(random, list(range(6, 12)), DAMES - on_coin, 2)
    mine[COIN - 1] = on_coin
    his = [0] * 24
    left = DAMES
    for case in random.sample(range(1, 13), 12):
        n = random.choice([0, 2, 2, 2, 3]) if left >= 2 else 0
        n = min(n, left)
        if case == COIN and n == 1:
            n = 0
        his[case - 1] = n
        left -= n
    return _mend(random, mine, his)


def start_of_game(random: Random) -> Position:
    """Few dames off the talon: the jans de départ."""
    both: list[list[int]] = []
    for _ in Side:
        off = random.choice([2, 2, 2, 3, 4, 4])
        cases = random.sample(range(2, 8) if off == 4 else range(6 if random.random() < 0.8 else 2, 13), off)
        if off == 2 and random.random() < 0.3:
            cases = [COIN, COIN]
        counts = [0] * 24
        for case in cases:
            counts[case - 1] += 1
        counts[0] = DAMES - off
        if random.random() < 0.2 and counts[COIN - 1] < 2:
            counts[COIN - 1], counts[0] = 2, counts[0] - 2 + counts[COIN - 1]
        if random.random() < 0.03:
            counts[0] -= random.randint(1, 3)
        both.append(counts)
    return _mend(random, both[0], both[1])


def endgame(random: Random) -> Position:
    """All or nearly all dames in the jan de retour, some or most of them out; the adversary anywhere."""
    dames = random.choice([1, 1, 2, 2, 3, 4, 6, 9, 12, 15])
    mine = _place(random, list(range(19, 25)), dames, random.randint(1, 6))
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        if sum(mine) < DAMES:
            mine[random.randint(13, 17)] += 1
    free = [25 - case for case in range(1, 25) if not mine[case - 1]]
    if random.random() < 0.4:
        free = [case for case in free if case <= 6] or free
    his = _place(random, free, _dames(random), random.randint(1, 6))
    return _mend(random, mine, his)


def demi_cases(random: Random) -> Position:
    """Many dames alone, for batteries and Margot."""
    mine = [0] * 24
    his = [0] * 24
    for case in range(1, 25):
        draw = random.random()
        if draw < 0.3 and sum(mine) < 14:
            mine[case - 1] = random.choice([1, 1, 2])
        elif draw < 0.65 and sum(his) < 14:
            his[24 - case] = random.choice([1, 1, 1, 2])
    return _mend(random, mine, his)


PLACEMENTS: tuple[Callable[[Random], Position], ...] = (
    placed_anywhere,
    placed_by_jan,
    nearly_full,
    nearly_full,
    coin_to_take,
    pile_de_misere,
    start_of_game,
    endgame,
    endgame,
    demi_cases,
)


def turned(position: Position) -> Position:
    """Return the same board with the colours exchanged."""
    return Position(position.noirs, position.blancs)


def placed(random: Random) -> tuple[Position, Side, Dice]:
    """One position by placement, with a throw of either side."""
    position = random.choice(PLACEMENTS)(random)
    side = Side.BLANCS
    if random.random() < 0.15:
        side = Side.NOIRS
    if random.random() < 0.5:
        position, side = turned(position), side.adversary
    if random.random() < 0.3:
        number = random.randint(1, 6)
        return position, side, (number, number)
    return position, side, (random.randint(1, 6), random.randint(1, 6))


def positions(seed: int, games: float = 0.3) -> Iterator[tuple[Position, Side, Dice]]:
    """An endless stream of lawful positions with a throw; about `games` of them from games.

    The same seed gives the same stream.
    """
    random = Random(seed)  # noqa: S311 - test data, no secrets
    played = game(random)
    while True:
        if random.random() < games:
            following = next(played, None)
            if following is None:
                played = game(random)
                following = next(played)
        else:
            following = placed(random)
        yield following


def lawful_positions() -> st.SearchStrategy[Position]:
    """Positions that break no law of the board, with up to fifteen dames a side."""
    return st.builds(lambda seed: placed(Random(seed))[0], st.integers(0, 2**48))  # noqa: S311 - test data


def dice() -> st.SearchStrategy[Dice]:
    """Two numbers 1..6."""
    return st.tuples(st.integers(1, 6), st.integers(1, 6))


def throws() -> st.SearchStrategy[tuple[Position, Side, Dice]]:
    """A lawful position, its thrower and the dice."""
    return st.tuples(lawful_positions(), st.sampled_from(list(Side)), dice())
