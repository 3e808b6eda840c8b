"""The plays of a throw by the second, slow reading of the laws (`tests.rules.oracle`).

Every sequence of one or two numbers is tried with explicit dames; then each law in turn removes the plays it forbids.
All cases are in the thrower's own numbering, 1..24, and 25 is the bande de sortie.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.position import Position, Side

PETIT_JAN = range(1, 7)
GRAND_JAN = range(7, 13)
JAN_DE_RETOUR = range(19, 25)
JANS = {"petit_jan": PETIT_JAN, "grand_jan": GRAND_JAN, "jan_de_retour": JAN_DE_RETOUR}
OUT = 25

Pair = tuple[int, int]
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """The board seen by the thrower: his dames and the other's, both on *his* numbering (index 0 is his talon)."""

    mine: Counts
    his: Counts

    def my(self, case: int) -> int:
        """Return how many of the thrower's dames stand there; none outside 1..24."""
        return self.mine[case - 1] if 1 <= case <= 24 else 0

    def adverse(self, case: int) -> int:
        """Return how many adverse dames stand there; none outside 1..24."""
        return self.his[case - 1] if 1 <= case <= 24 else 0


@dataclass(frozen=True)
class Step:
    """One dame playing one number."""

    dame: int
    number: int
    start: int
    end: int
    excedant: bool


@dataclass(frozen=True)
class Candidate:
    """One way of playing a throw, before the laws are applied.

    rests: where a dame stopped on its way; pairs: from where to where each moved dame went; after: the thrower's
    counts; numbers: those played; excedants: how many of them took a dame out past the bande.
    """

    pairs: tuple[Pair, ...]
    rests: tuple[int, ...]
    after: Counts
    numbers: tuple[int, ...]
    excedants: int


def board_of(position: Position, side: Side) -> Board:
    """Turn the position round: the adversary's case k is 25 - k for the thrower."""
    return Board(position.counts(side), tuple(reversed(position.counts(side.adversary))))


# --- every sequence of numbers, before any law --------------------------------------------------------------------


def explicit_dames(counts: Counts) -> tuple[int, ...]:
    """One entry for each dame: the case it stands on."""
    return tuple(case for case in range(1, 25) for _ in range(counts[case - 1]))


def counts_of(dames: tuple[int, ...]) -> Counts:
    """Turn dames back into counts; dames outside are dropped."""
    return tuple(sum(1 for case in dames if case == k) for k in range(1, 25))


def try_step(dames: tuple[int, ...], dame: int, number: int) -> Step | None:
    """Play one number with one dame; it may leave the board if Lois VIII allows it at this moment."""
    start = dames[dame]
    if start == OUT:
        return None
    end = start + number
    if end <= 24:
        return Step(dame, number, start, end, excedant=False)
    on_board = [case for case in dames if case != OUT]
    if any(case not in JAN_DE_RETOUR for case in on_board):  # Lois VIII: all his dames in the jan de retour
        return None
    if end == OUT:
        return Step(dame, number, start, OUT, excedant=False)
    if start == min(on_board):  # a nombre excédant takes the furthest dame
        return Step(dame, number, start, OUT, excedant=True)
    return None


def moved(dames: tuple[int, ...], step: Step) -> tuple[int, ...]:
    return tuple(step.end if i == step.dame else case for i, case in enumerate(dames))


def different_dames(dames: tuple[int, ...], also: int | None = None) -> list[int]:
    """One dame of each case (dames of one case are alike), and `also`, the one that has just moved."""
    chosen: list[int] = []
    seen: set[int] = set()
    for i, case in enumerate(dames):
        if i == also:
            chosen.append(i)
        elif case not in seen:
            seen.add(case)
            chosen.append(i)
    return chosen


def sequences(dames: tuple[int, ...], dice: Pair) -> list[list[Step]]:
    """Every sequence of none, one or two numbers, in both orders."""
    a, b = dice
    found: list[list[Step]] = [[]]
    for first, second in ((a, b), (b, a)):
        for i in different_dames(dames):
            one = try_step(dames, i, first)
            if one is None:
                continue
            found.append([one])
            then = moved(dames, one)
            for j in different_dames(then, also=i):
                two = try_step(then, j, second)
                if two is not None:
                    found.append([one, two])
    return found


def candidate(dames: tuple[int, ...], steps: list[Step]) -> Candidate:
    for step in steps:
        dames = moved(dames, step)
    if len(steps) == 2 and steps[0].dame == steps[1].dame:  # tout d'une
        pairs: tuple[Pair, ...] = ((steps[0].start, steps[1].end),)
        rests: tuple[int, ...] = (steps[0].end,)
    else:
        pairs = tuple(sorted((step.start, step.end) for step in steps))
        rests = ()
    return Candidate(
        pairs,
        rests,
        counts_of(dames),
        tuple(sorted(step.number for step in steps)),
        sum(step.excedant for step in steps),
    )


# --- the laws that remove one way of playing by itself ------------------------------------------------------------


def lois_7_no_adverse_dame(play: Candidate, board: Board) -> bool:
    """Lois VII; Jeu 1, restrictions c, d: neither end nor rest where an adverse dame stands."""
    ends = [end for _, end in play.pairs]
    return all(board.adverse(case) == 0 for case in (*ends, *play.rests))


def lois_9_adverse_coin(play: Candidate, _: Board) -> bool:
    """Lois IX; Jeu 1, l: no dame ends on the adversary's coin (it may rest there, which is not checked here)."""
    return all(end != 13 for _, end in play.pairs)


def lois_9_own_coin(play: Candidate, _: Board) -> bool:
    """Lois IX; Jeu 1, j, k: the own coin is taken by two and left by two: it never holds one dame."""
    return play.after[12 - 1] != 1


def can_fill(board: Board, his_cases: range) -> bool:
    """Lois XIV: the adversary has the dames to fill his jan: enough of them behind each case of it."""

    def behind(j: int) -> int:
        return sum(board.adverse(25 - k) for k in range(1, j + 1))

    return all(behind(j) >= 2 * (j - his_cases.start + 1) for j in his_cases)


def lois_14_jans_interdits(play: Candidate, board: Board) -> bool:
    """Lois XIV: no dame ends in a jan the adversary can still fill. A rest is not an end."""
    for _, end in play.pairs:
        if 25 - end in PETIT_JAN and can_fill(board, PETIT_JAN):
            return False
        if 25 - end in GRAND_JAN and can_fill(board, GRAND_JAN):
            return False
    return True


SINGLE_LAWS = (lois_7_no_adverse_dame, lois_9_adverse_coin, lois_9_own_coin, lois_14_jans_interdits)


# --- the coin par puissance ---------------------------------------------------------------------------------------


def two_dames_at(board: Board, first: int, second: int) -> bool:
    """Whether two different dames stand on these cases."""
    if first == second:
        return board.my(first) >= 2
    return board.my(first) >= 1 and board.my(second) >= 1


def lois_9_par_puissance(board: Board, dice: Pair) -> list[Candidate]:
    """Lois IX; Jeu 2, prise du coin b: both coins empty, two dames would reach 13, and par effet is impossible."""
    a, b = dice
    if board.my(12) or board.adverse(13):
        return []
    if two_dames_at(board, 12 - a, 12 - b):
        return []
    if not two_dames_at(board, 13 - a, 13 - b):
        return []
    after = list(board.mine)
    for start in (13 - a, 13 - b):
        after[start - 1] -= 1
        after[12 - 1] += 1
    pairs = tuple(sorted([(13 - a, 12), (13 - b, 12)]))
    return [Candidate(pairs, (), tuple(after), tuple(sorted(dice)), 0)]


# --- the laws that compare ways of playing ------------------------------------------------------------------------


def numbers_done(play: Candidate) -> int:
    """How many numbers count as played; nothing is owed once the last dame is out."""
    if play.pairs and sum(play.after) == 0:
        return 2
    return len(play.numbers)


def lois_6_both_numbers(plays: list[Candidate]) -> list[Candidate]:
    """Lois VI; Jeu 1, g, h: both numbers if any play does so, else the higher one if it can be played."""
    most = max(numbers_done(play) for play in plays)
    left = [play for play in plays if numbers_done(play) == most]
    if most == 1:
        higher = max(play.numbers[0] for play in left)
        left = [play for play in left if play.numbers[0] == higher]
    return left


def lois_8_fewest_excedants(plays: list[Candidate]) -> list[Candidate]:
    """Lois VIII; Jeu 2, sortie, rule 4: a number is not made excédant if the two can be played with fewer."""
    fewest = min(play.excedants for play in plays)
    return [play for play in plays if play.excedants == fewest]


def is_full(counts: Counts, jan: range) -> bool:
    """Lois XIII: two dames at least on each of its six cases."""
    return all(counts[case - 1] >= 2 for case in jan)


def lois_13_fill_and_keep(plays: list[Candidate]) -> list[Candidate]:
    """Lois XIII; Jeu 1, f: a jan that can be filled is filled, one that can be kept is kept: it ends full."""
    for jan in JANS.values():
        full = [play for play in plays if is_full(play.after, jan)]
        if full:
            plays = full
    return plays


def plays_before_plein(board: Board, dice: Pair) -> list[Candidate]:
    """The plays that all laws but the plein allow (rules 1-6 and 8)."""
    dames = explicit_dames(board.mine)
    tried = [candidate(dames, steps) for steps in sequences(dames, dice)]
    tried = [play for play in tried if all(law(play, board) for law in SINGLE_LAWS)]
    tried += lois_9_par_puissance(board, dice)
    return lois_8_fewest_excedants(lois_6_both_numbers(tried))
