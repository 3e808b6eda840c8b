"""The positions that the adversary may choose from after a fausse case or case interdite (Jeu 3, traitements)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.fault_table import article_of
from rules.faults.handling import Dame, Handling
from rules.play import LegalPlays, Move, Play
from rules.plays import legal_plays, possible_plays
from rules.position import BANDE, COIN, Case, Dice, Position, Side
from rules.view import View, forbidden_ends


class Treatments:
    """The possible remedies for one throw; each names the positions it can lead to.

    legal: the plays the throw allows; possible: the plays before the obligation to fill and to keep.
    """

    def __init__(self, handling: Handling) -> None:
        self.side = handling.side
        self.result = handling.result()
        self.legal: LegalPlays = legal_plays(handling.position, handling.side, handling.dice)
        self.possible: LegalPlays = possible_plays(handling.position, handling.side, handling.dice)
        self.high = max(handling.dice)
        self.pips = sum(handling.dice)

    def leave(self) -> Remedy:
        """Leave the play as it is."""
        return Remedy(RemedyName.LEAVE, (self.result,))

    def keeping(
        self, well: Iterable[Dame], using: Iterable[Case] = (), *, among: LegalPlays | None = None
    ) -> list[Play]:
        """Return the plays that move the well-played dames as they were moved, and dames from the cases `using`.

        among: the plays to choose from, by default `legal`.
        """
        kept, used = Counter(dame.move for dame in well), Counter(using)
        return [
            play
            for play in (among or self.legal).plays
            if kept <= Counter(play.moves) and used <= Counter(move.start for move in play.moves) - _starts(kept)
        ]

    def replays(self, well: tuple[Dame, ...], badly: tuple[Dame, ...], *, free: bool = False) -> tuple[Remedy, ...]:
        """Have the badly played dames played legally while the others stay; else they go back and J plays as he likes.

        free: J chooses how to play them.
        """
        if plays := self.keeping(well, (dame.start for dame in badly)):
            return (Remedy(RemedyName.REPLAY_DAME, results(plays), free=free),)
        if plays := self.keeping(well):
            return (Remedy(RemedyName.TAKE_BACK, results(plays), free=True),)
        return (self.legally(),)

    def going_on(self, dame: Dame) -> list[Play]:
        """Return the play in which a dame let go after one number plays the other too, when no other was touched.

        The dame plays tout d'une and stands where it rests (Jeu 3, fausse case 3). Empty when it cannot go on.
        """
        if dame.end == BANDE:
            return []
        end = dame.start + self.pips
        before = self.result.counts(self.side)[: dame.end - 1]
        if end > BANDE and any(before):
            return []  # an excédant takes only the furthest dame out (Lois VIII)
        return [play for play in self.legal.plays if play.moves == (Move(dame.start, min(end, BANDE)),)]

    def legally(self) -> Remedy:
        """Have all taken back; J plays a legal play of his choice."""
        return Remedy(RemedyName.REPLAY_LEGALLY, results(self.legal.plays), free=True)

    def tout_d_une(self, of: Iterable[Dame]) -> tuple[Remedy, ...]:
        """Have one dame play both numbers; any other goes back."""
        starts = {dame.start for dame in of}
        plays = [
            play
            for play in self.legal.plays
            if self.legal.dice_playable == 2 and len(play.moves) == 1 and play.moves[0].start in starts
        ]
        return (Remedy(RemedyName.TOUT_D_UNE, results(plays)),) if plays else ()

    def both(self, moved: tuple[Dame, ...]) -> tuple[Remedy, ...]:
        """Have both dames replayed as A likes, or one put back and the other played tout d'une (treatment 1)."""
        plays = self.keeping((), (dame.start for dame in moved))
        both = (Remedy(RemedyName.REPLAY_BOTH, results(plays)),) if plays else ()
        return (*both, *self.tout_d_une(moved)) or (self.legally(),)

    def tout_d_une_after_too_far(self, dame: Dame) -> tuple[Remedy, ...]:
        """Have a single dame beyond the higher number play tout d'une, or go back to it and another dame play (4)."""
        higher = Move(dame.start, min(dame.start + self.high, BANDE))
        back = [
            play for play in self.legal.plays if higher in play.moves and len(play.moves) == self.legal.dice_playable
        ]
        remedies = (
            *self.tout_d_une((dame,)),
            *((Remedy(RemedyName.BACK_TO_HIGHER, results(back), free=True),) if back else ()),
        )
        return remedies or self.replays((), (dame,))

    def coin_back(self, moved: tuple[Dame, ...]) -> tuple[Remedy, ...]:
        """Treat a coin wrongly taken par puissance: leave it, put one or both dames back, or forbid the coin (7)."""
        starts = {dame.start for dame in moved}
        direct = [
            play
            for play in self.legal.plays
            if len(play.moves) == 2 and sum(move.start in starts for move in play.moves) == 1
        ]
        without = self._without_coin(self.legal) or self._without_coin(self.possible)
        return (
            self.leave(),
            *((Remedy(RemedyName.REPLAY_DAME, results(direct)),) if direct else ()),
            *self.tout_d_une(moved),
            Remedy(RemedyName.REPLAY_BOTH, results(self.legal.plays), free=True),
            *((Remedy(RemedyName.FORBID_COIN, results(without), free=True),) if without else ()),
        )

    def _without_coin(self, plays: LegalPlays) -> list[Play]:
        """Return the plays that leave the coin empty. With the coin forbidden, a player need not fill a jan with it."""
        return [play for play in plays.plays if play.result.on(self.side, COIN) < 2]

    def no_cover(self, case: Case, well: tuple[Dame, ...]) -> tuple[Remedy, ...]:
        """Forbid covering a demi-case for this throw, if there is another play (Lois XVII 2).

        If covering is forbidden, a player need not fill a jan with that case.
        """
        for kept in (well, ()):
            for plays in (self.legal, self.possible):
                played = self.keeping(kept, among=plays)
                if without := [play for play in played if play.result.on(self.side, case) < 2]:
                    return (Remedy(RemedyName.FORBID_COVER, results(without), free=True),)
        return ()


def _starts(moves: Counter[Move]) -> Counter[Case]:
    found: Counter[Case] = Counter()
    for move, count in moves.items():
        found[move.start] += count
    return found


def results(plays: Iterable[Play]) -> tuple[Position, ...]:
    """Return the distinct positions that plays lead to."""
    return tuple(dict.fromkeys(play.result for play in plays))


def first_to_move(position: Position, side: Side, dice: Dice, case: Case) -> tuple[Play, ...]:
    """Return the plays of the next throw by `side` that bring its dame on `case` out of the jan interdit.

    The adversary may ask for one of them. There is none when the jan has been opened meanwhile, or the dame cannot
    move.
    """
    if case not in forbidden_ends(View.of(position, side).adverse) or not position.on(side, case):
        return ()
    plays = legal_plays(position, side, dice).plays
    return tuple(play for play in plays if any(move.start == case for move in play.moves))


def rest_of_jan_interdit(fault: Fault, position: Position, dice: Dice) -> Fault | None:
    """Return what remains of an unnoticed dame in a jan interdit when its player throws again, or None.

    fault: as it was ruled in the throw before; position, dice: of the new throw.
    """
    plays = tuple(play for case in fault.cases for play in first_to_move(position, fault.by, dice, case))
    if not plays:
        return None
    article = article_of(FaultName.CASE_INTERDITE_4, "b")
    return replace(fault, article=article, remedies=(Remedy(RemedyName.REPLAY_DAME, results(plays)),))
