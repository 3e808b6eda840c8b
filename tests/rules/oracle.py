"""A second, deliberately slow reading of the laws, to hold the real one against.

Nothing here is clever. Every sequence of one or two numbers is tried with explicit dames; then each law strikes out
what it forbids, one after the other. The only things shared with the project are its value types.

`answer` gives the plays and jans of a throw in the shape of the `rules` command:
`dice_playable`, `plays` (each a sorted tuple of (from, to)), `results` and `jans`.
All cases are in the thrower's own numbering, 1..24, and 25 is the bande de sortie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from rules.code import LOIS_2013, Code

if TYPE_CHECKING:
    from rules.position import Position, Side

PETIT_JAN = range(1, 7)
GRAND_JAN = range(7, 13)
JAN_DE_RETOUR = range(19, 25)
JANS = {"petit_jan": PETIT_JAN, "grand_jan": GRAND_JAN, "jan_de_retour": JAN_DE_RETOUR}
OUT = 25

Pair = tuple[int, int]
Counts = tuple[int, ...]


class Answer(TypedDict):
    """What a throw is worth and how it may be played."""

    dice_playable: int
    plays: frozenset[tuple[Pair, ...]]
    results: frozenset[Position]
    jans: list[dict[str, object]]


@dataclass(frozen=True)
class Board:
    """The board seen by the thrower: his dames and the other's, both on *his* numbering (index 0 is his talon)."""

    mine: Counts
    his: Counts

    def my(self, case: int) -> int:
        """How many of the thrower's dames stand there; none outside 1..24."""
        return self.mine[case - 1] if 1 <= case <= 24 else 0

    def adverse(self, case: int) -> int:
        """How many adverse dames stand there; none outside 1..24."""
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
    """One way of playing a throw, before the laws have spoken.

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


# --- every sequence of numbers, whatever the laws say -------------------------------------------------------------


def explicit_dames(counts: Counts) -> tuple[int, ...]:
    """One entry for each dame: the case it stands on."""
    return tuple(case for case in range(1, 25) for _ in range(counts[case - 1]))


def counts_of(dames: tuple[int, ...]) -> Counts:
    """Back from dames to counts; those outside are dropped."""
    return tuple(sum(1 for case in dames if case == k) for k in range(1, 25))


def try_step(dames: tuple[int, ...], dame: int, number: int) -> Step | None:
    """One number with one dame; leaving the board asks what Lois VIII asks at this very moment."""
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


# --- the laws that strike a way of playing out by itself ----------------------------------------------------------


def lois_7_no_adverse_dame(play: Candidate, board: Board) -> bool:
    """Lois VII; Jeu 1, restrictions c, d: neither end nor rest where an adverse dame stands."""
    ends = [end for _, end in play.pairs]
    return all(board.adverse(case) == 0 for case in (*ends, *play.rests))


def lois_9_adverse_coin(play: Candidate, _: Board) -> bool:
    """Lois IX; Jeu 1, l: no dame ends on the adversary's coin (it may rest there: that is not asked here)."""
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


# --- the jans -----------------------------------------------------------------------------------------------------


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
    """The cases of the only two dames off the talon, the thirteen others being on it."""
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


def jans_of(
    board: Board,
    dice: Pair,
    code: Code,
    plays: list[Candidate],
    coup: int | None,
    first_throw: Pair | None,
) -> list[tuple[str, str, int, int, str | None, int | None]]:
    """All jans as (name, who marks: J or A, ways, points, table, case)."""
    found: list[tuple[str, str, int, int, str | None, int | None]] = []

    def add(name: str, who: str, ways: int, each: int, table: str | None = None, case: int | None = None) -> None:
        if ways:
            found.append((name, who, ways, ways * each, table, case))

    adverse_coin_held = board.adverse(13) > 0
    if jan_de_six_tables(board, dice, coup):
        add("six_tables", "J", 1, 4)
    if jan_de_deux_tables(board, dice):
        if adverse_coin_held:
            add("contre_deux_tables", "A", 1, four_or_six(dice))
        else:
            add("deux_tables", "J", 1, four_or_six(dice))
    if jan_de_mezeas(board, dice):
        if adverse_coin_held:
            add("contre_mezeas", "A", 1, four_or_six(dice))
        else:
            add("mezeas", "J", 1, four_or_six(dice))
    for case in range(1, 25):
        if board.adverse(case) == 1:
            each = two_or_four(dice) if table_of(case) == "grands_jans" else four_or_six(dice)
            add("battre_a_vrai", "J", reach_ways(board, case, dice), each, table_of(case), case)
            if reached_a_faux(board, case, dice):
                add("battre_a_faux", "A", 1, each, table_of(case), case)
    if batterie_du_coin(board, dice):
        add("battre_le_coin", "J", 1, four_or_six(dice))
    for name, jan in JANS.items():
        if is_full(board.mine, jan):
            add(f"{name}_conserve", "J", int(keeps(board, plays, jan)), four_or_six(dice))
        else:
            add(f"{name}_rempli", "J", filling_ways(board, dice, plays, jan), four_or_six(dice))
    if any(play.pairs and sum(play.after) == 0 for play in plays):
        add("sortie", "J", 1, four_or_six(dice))
    add("impuissance", "A", 2 - max(numbers_done(play) for play in plays), 2)
    if code.pile_de_misere:
        passes = any(end > 13 for play in plays for _, end in play.pairs)
        if all_on_coin(board.mine):
            add("pile_de_misere_conservee", "J", int(all(not play.pairs for play in plays)), four_or_six(dice))
        elif any(all_on_coin(play.after) for play in plays) and not passes:
            add("pile_de_misere_realisee", "J", 1, four_or_six(dice))
    if code.rencontre and first_throw is not None and sorted(first_throw) == sorted(dice):
        add("rencontre", "J", 1, four_or_six(dice))
    if code.margot_la_fendue:  # one item for the throw: "deux fois 2 points, soit 4 points"
        add(
            "margot_la_fendue",
            "A",
            sum(reach_ways(board, case, dice) for case in margot_cases(board)),
            two_or_four(dice),
        )
    return found


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
    for name, marks, ways, points, table, case in jans_of(board, dice, code, plays, coup, first_throw):
        item: dict[str, object] = {"jan": name, "for": who[marks], "ways": ways, "points": points}
        if table is not None:
            item["table"] = table
        if case is not None:
            item["case"] = case
        jans.append(item)
    return {
        "dice_playable": max(numbers_done(play) for play in plays),
        "plays": frozenset(play.pairs for play in legal),
        "results": frozenset(position.replaced(side, play.after) for play in legal),
        "jans": jans,
    }
