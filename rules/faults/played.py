"""The laws that a throw as played breaks, and the positions its adversary may choose from (Jeu 3; Lois XVII 2).

A dame is well played when some play that the throw allows makes the same move; the other dames are badly played. The
adversary decides about those: every remedy names the positions it can lead to. "Treatment n" is the number in Jeu 3,
traitement de la fausse case.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.fault import Fault, FaultName, Remedy, RemedyName
from rules.fault_table import article_of
from rules.faults.handling import Dame, Handling, by_puissance, dames, touched_dames
from rules.faults.treatments import Treatments, results
from rules.play import Move, Play
from rules.plays import possible_plays
from rules.position import BANDE, COIN, COIN_ADVERSE, Case
from rules.view import FILLABLE, JAN_DE_RETOUR, View, forbidden_ends, is_full


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a throw: the dames well and badly played, in the order they were taken, and the faults."""

    well: tuple[Dame, ...]
    badly: tuple[Dame, ...]
    faults: tuple[Fault, ...]


def judge_play(handling: Handling, *, tolerant: bool = True) -> Judgement:
    """Return the dames well and badly played, and every fault with its remedies; no fault when all is legal.

    tolerant: whether a first dame let go short of the higher number may be moved on (Jeu 3, fausse case 4.1). Raises
    ValueError when a step takes a dame from an empty case.
    """
    court = _Court(handling)
    return Judgement(court.well, court.badly, court.faults(tolerant=tolerant))


def tolerated_end(handling: Handling) -> Case | None:
    """Return where a first dame that fits neither number may still be moved on to, if tolerated (Jeu 3, 4.1).

    It is the nearest case beyond the dame that a number reaches, alone or as the rest of both. The answer is None
    unless it is the only dame touched, never moved back, and moved less far than the higher number.

    >>> from rules.position import Position, Side
    >>> def moved(end): return Handling(Position.start(), Side.BLANCS, (5, 3), (Move(1, end),))
    >>> tolerated_end(moved(3)), tolerated_end(moved(5)), tolerated_end(moved(4))
    (4, 6, None)
    """
    moved = dames(handling)
    if len(moved) != 1 or touched_dames(handling) or moved[0].moved_back:
        return None
    (dame,) = moved
    numbers = sorted(handling.dice)
    if dame.distance in numbers or dame.distance > numbers[-1]:
        return None
    possible = possible_plays(handling.position, handling.side, handling.dice)
    view = View.of(handling.position, handling.side)
    right = {move for play in possible.plays for move in play.moves}
    ends = [
        end
        for number in numbers
        if (end := min(dame.start + number, BANDE)) > dame.end
        and (
            Move(dame.start, end) in right
            or (end < BANDE and Move(dame.start, dame.start + sum(numbers)) in right and not view.adverse[end])
        )
    ]
    return min(ends, default=None)


class _Court:
    """The judgement of one throw: what was played, what could have been, and the faults."""

    def __init__(self, handling: Handling) -> None:
        self.handling = handling
        self.side = handling.side
        self.dames = dames(handling)
        view = View.of(handling.position, handling.side)
        self.own, self.adverse = view.own, view.adverse
        self.closed = forbidden_ends(view.adverse)
        self.may = Treatments(handling)
        self.after = View.of(self.may.result, handling.side).own
        self.low, self.high = sorted(handling.dice)
        self.well, self.badly = self._well_and_badly_played()

    def _well_and_badly_played(self) -> tuple[tuple[Dame, ...], tuple[Dame, ...]]:
        """Return the dames well and badly played.

        As many dames as possible are well played by one possible play, and earlier dames come before later ones. A dame
        on a case interdite is never well played.
        """
        if self.may.result in self.may.possible.results:
            return self.dames, ()
        best: tuple[int, ...] = ()
        for play in self.may.possible.plays:
            left = Counter(play.moves)
            kept = []
            for at, dame in enumerate(self.dames):
                if left[dame.move] and self._interdit(dame) is None:
                    left[dame.move] -= 1
                    kept.append(at)
            best = max(best, tuple(kept), key=lambda ranks: (len(ranks), [-rank for rank in ranks]))
        well = tuple(dame for at, dame in enumerate(self.dames) if at in best)
        return well, tuple(dame for at, dame in enumerate(self.dames) if at not in best)

    def faults(self, *, tolerant: bool) -> tuple[Fault, ...]:
        """Return every fault: first of touching and taking back, then of where the dames stand."""
        found = [
            *self._touched_faults(),
            *self._backward_faults(),
            *self._retaken(),
            *self._continued_faults(tolerant=tolerant),
        ]
        if self.may.result in self.may.legal.results:
            return tuple(found)
        if self.may.result in self.may.possible.results:
            return (*found, self._not_full())
        forbidden = self._interdites()
        known = bool(forbidden) or self._is_fausse_case_4(found)
        found += forbidden
        if self.handling.together and len(self.dames) == 2:
            found.append(self._fault_of_two_at_once(stays=not forbidden))
        elif not known and not any(dame.moved_back or dame.retaken for dame in self.dames):
            found.append(self._wrong_numbers())
        found += self._covering_faults()
        return tuple(found)

    def _fault(self, name: FaultName, cases: tuple[Case, ...], remedies: tuple[Remedy, ...]) -> Fault:
        return Fault(name, self.side, article_of(name), cases, 0, remedies)

    # --- touching and taking back -------------------------------------------------------------------------------------

    def _touched_faults(self) -> list[Fault]:
        """Find dames that were touched but not played, though a legal play moves them (Jeu 3, fausse case 1).

        A dame let go elsewhere and put back where it stood was moved back (fausse case 2). A dame touched once the
        throw is lawfully played has no number left to play, and the dames well played stay. If another dame rested on
        the case, the one touched there may have gone on in its place.
        """
        if any(dame.retaken for dame in self.dames):
            return []  # touching another dame led to fausse case 3 instead
        moved = {dame.start for dame in self.dames}
        found = []
        lawful = self.may.result in self.may.legal.results
        touched = touched_dames(self.handling, until_played=lawful)
        back = {dame.start for dame in touched if dame.moved_back}
        moved |= {case for dame in self.dames for case in dame.path[1:-1]} - back
        for case in dict.fromkeys(dame.start for dame in touched):
            plays = self.may.keeping((), (case,))
            if case in moved or not plays:
                continue
            # A well-played dame stays if the touched one can be played as well.
            staying = [play for dame in self.well for play in self.may.keeping((dame,), (case,))]
            replay = Remedy(RemedyName.REPLAY_DAME, results(staying or plays))
            name = FaultName.FAUSSE_CASE_2 if case in back else FaultName.FAUSSE_CASE_1
            found.append(self._fault(name, (case,), (self.may.leave(), replay)))
        return found

    def _backward_faults(self) -> list[Fault]:
        """Find dames that stand elsewhere and moved back (Lois VII; Jeu 3, fausse case 2); treatment 3."""
        found = []
        for dame in self.dames:
            if dame.moved_back:
                others = tuple(other for other in self.well if other is not dame)
                remedies = (self.may.leave(), *self.may.replays(others, (dame,)))
                found.append(self._fault(FaultName.FAUSSE_CASE_2, (dame.end,), remedies))
        return found

    def _retaken(self) -> list[Fault]:
        """Find a first dame that plays both numbers after a second one was touched (Jeu 3, fausse case 3).

        It goes back to where it was first let go, and the second dame plays the other number if it can.
        """
        found = []
        for dame in self.dames:
            if not dame.retaken:
                continue
            first = Dame(dame.path[:2])
            others = [other.start for other in self.dames if other is not dame]
            second = others or [one.start for one in touched_dames(self.handling) if one.start != dame.start]
            plays = self.may.keeping((first,), second[:1]) or self.may.keeping((first,)) or list(self.may.legal.plays)
            remedies = (self.may.leave(), Remedy(RemedyName.REPLAY_DAME, results(plays)))
            found.append(self._fault(FaultName.FAUSSE_CASE_3, (dame.end,), remedies))
        return found

    def _continued_faults(self, *, tolerant: bool) -> list[Fault]:
        """Find dames let go where no number takes them, and moved on from there (Jeu 3, fausse case 4; Lois XVII 2).

        Where tolerated, a dame may go on to the next right case if no other dame was touched.
        """
        found = []
        for dame in self.dames:
            if len(dame.path) < 3 or dame.moved_back or dame.retaken:
                continue
            first = dame.path[1] - dame.start
            if first in (self.low, self.high, self.low + self.high):
                continue
            short = Handling(self.handling.position, self.side, self.handling.dice, (Move(dame.start, dame.path[1]),))
            if tolerant and dame is self.dames[0] and dame.path[2] == tolerated_end(short):
                continue
            name = FaultName.FAUSSE_CASE_4_2 if first > self.high else FaultName.FAUSSE_CASE_4_1
            others = tuple(other for other in self.well if other is not dame)
            remedies = (self.may.leave(), *self.may.replays(others, (dame,)))
            found.append(self._fault(name, (dame.end,), remedies))
        return found

    @staticmethod
    def _is_fausse_case_4(found: list[Fault]) -> bool:
        return any(one.name in {FaultName.FAUSSE_CASE_4_2, FaultName.FAUSSE_CASE_4_1} for one in found)

    # --- where the dames stand ----------------------------------------------------------------------------------------

    def _not_full(self) -> Fault:
        """Return the fault of a jan not filled or not kept (Jeu 3, fausse case 10, 11); treatments 11 and 12."""
        filled = [(0, *play.result.counts(self.side)) for play in self.may.legal.plays]
        jan = next(jan for jan in FILLABLE if any(is_full(own, jan) for own in filled))
        kept = is_full(self.own, jan)
        name, mend = (
            (FaultName.FAUSSE_CASE_11, RemedyName.KEEP) if kept else (FaultName.FAUSSE_CASE_10, RemedyName.FILL)
        )
        lacking = tuple(case for case in jan if self.after[case] < 2)
        return self._fault(name, lacking, (self.may.leave(), Remedy(mend, results(self.may.legal.plays))))

    def _interdites(self) -> list[Fault]:
        """Find dames on cases where none may stand (Jeu 3, cases interdites 1-4; treatment 6)."""
        found = []
        for dame in self.dames:
            name = self._interdit(dame)
            if name is None:
                continue
            # Neither side may insist that it stays. J plays it legally, as he likes. If that is impossible, it goes
            # back and J plays another. If no second dame is well played, A may have either dame play both numbers.
            others = tuple(other for other in self.well if other is not dame)
            tout_d_une = () if others else self.may.tout_d_une((dame, *self.badly))
            case = COIN if name is FaultName.CASE_INTERDITE_1 else dame.end
            found.append(self._fault(name, (case,), (*self.may.replays(others, (dame,), free=True), *tout_d_une)))
        return found

    def _interdit(self, dame: Dame) -> FaultName | None:
        """Return which case interdite a dame stands on, or leaves a single dame on; None for a legal case."""
        if dame.end != BANDE:
            if self.adverse[dame.end]:
                return FaultName.CASE_INTERDITE_3
            if dame.end == COIN_ADVERSE:
                return FaultName.CASE_INTERDITE_2
            if dame.end in self.closed:
                return FaultName.CASE_INTERDITE_4
        if self.after[COIN] == 1 and COIN in (dame.start, dame.end):
            return FaultName.CASE_INTERDITE_1
        return None

    def _fault_of_two_at_once(self, *, stays: bool) -> Fault:
        """Return the fault of two dames carried at once, one badly played (Jeu 3, fausse case 9; treatment 1)."""
        leave = (self.may.leave(),) if stays else ()
        return self._fault(FaultName.FAUSSE_CASE_9, self._ends(self.dames), (*leave, *self.may.both(self.dames)))

    def _wrong_numbers(self) -> Fault:
        """Return the fault of dames on allowed cases to which the numbers do not bring them."""
        if by_puissance(self.handling):
            return self._puissance()
        if not self.dames:
            return self._unplayed_fault([])
        first = self.dames[0]
        if len(self.dames) == 1:
            if self.may.legal.dice_playable == 1 and first.distance == self.low != self.high:
                # The dame goes back and J plays the throw again as it should be (treatment 8).
                higher = Remedy(RemedyName.PLAY_HIGHER, results(self.may.legal.plays), free=True)
                return self._fault(FaultName.FAUSSE_CASE_6, (first.end,), (self.may.leave(), higher))
            if self.may.legal.dice_playable == 2 and (self.well or self._one_number(first)):
                return self._one_of_two(first)
        if self._too_many_excedants():
            return self._unplayed_fault([])
        return self._neither()

    def _one_of_two(self, dame: Dame) -> Fault:
        """Return the fault of one number rightly played and the other not at all."""
        going_on = self.may.going_on(dame)
        if self.well or going_on or self._would_exceed(self.low + self.high - dame.distance):
            return self._unplayed_fault(going_on)
        # Treatment 9: leave it and mark two points, or have it all replayed.
        mark = Remedy(RemedyName.MARK_IMPUISSANCE, (self.may.result,), 2)
        return self._fault(FaultName.FAUSSE_CASE_7, (dame.end,), (mark, self.may.legally()))

    def _unplayed_fault(self, going_on: list[Play]) -> Fault:
        """Return the fault of points left unplayed (Jeu 3, fausse case 8; treatment 10).

        Dames well played stay, or go on.
        """
        staying = self.may.keeping(self.well) if self.well else []
        plays = [*staying, *going_on] or list(self.may.legal.plays)
        replay = Remedy(RemedyName.REPLAY_LEGALLY, results(plays), free=True)
        cases = self._ends(self.dames)
        return self._fault(FaultName.FAUSSE_CASE_8, cases, (self.may.leave(), replay))

    def _puissance(self) -> Fault:
        """Return the fault of taking the coin par puissance, not par effet (Jeu 3, fausse case 5; treatment 7)."""
        return self._fault(FaultName.FAUSSE_CASE_5, (COIN,), self.may.coin_back(self.dames))

    def _neither(self) -> Fault:
        """Return the fault of a dame moved by neither number nor by both (Jeu 3, fausse case 4; treatments 2-5)."""
        wrong = self.badly[0]
        beyond = wrong.distance > self.high
        name = FaultName.FAUSSE_CASE_4_2 if beyond else FaultName.FAUSSE_CASE_4_1
        ends = self._ends(self.badly)
        if len(self.dames) == 1:
            if beyond:
                return self._fault(name, ends, (self.may.leave(), *self.may.tout_d_une_after_too_far(wrong)))
            return self._fault(name, ends, (self.may.leave(), *self.may.replays((), self.badly)))
        if len(self.badly) > 1:
            # Treatment 2, to which 5 refers: as for two dames carried together.
            return self._fault(name, ends, (self.may.leave(), *self.may.both(self.dames)))
        return self._fault(name, ends, (self.may.leave(), *self.may.replays(self.well, self.badly)))

    def _covering_faults(self) -> list[Fault]:
        """Find demi-cases covered by a dame badly played; covering may be forbidden for this throw (Lois XVII 2)."""
        found = []
        for case in dict.fromkeys(dame.end for dame in self.badly):
            if case == BANDE or self.own[case] != 1 or self.after[case] < 2:
                continue
            if remedies := self.may.no_cover(case, self.well):
                found.append(self._fault(FaultName.COUVRIR, (case,), remedies))
        return found

    # --- questions ----------------------------------------------------------------------------------------------------

    def _one_number(self, dame: Dame) -> bool:
        """Whether a dame moved by exactly one of the numbers, looking at this dame alone."""
        if dame.end != BANDE:
            return dame.distance in (self.low, self.high)
        furthest = next(case for case in range(1, BANDE) if self.own[case])
        exact = dame.distance in (self.low, self.high)
        return furthest in JAN_DE_RETOUR and (exact or (dame.start == furthest and dame.distance < self.high))

    def _would_exceed(self, number: int) -> bool:
        """Whether an unplayed number could still take the furthest dame out as an excédant (Lois VIII)."""
        furthest = next((case for case in range(1, BANDE) if self.after[case]), BANDE)
        return furthest in JAN_DE_RETOUR and BANDE - furthest < number

    def _too_many_excedants(self) -> bool:
        """Whether the throw is a sortie of two legal numbers, one of them needlessly an excédant (Lois VIII)."""
        if any(self.own[1 : JAN_DE_RETOUR.start]) or len(self.dames) != 2:
            return False
        for numbers in ((self.low, self.high), (self.high, self.low)):
            for order in (self.dames, self.dames[::-1]):
                standing = list(self.own)
                if all(_sortie_step(standing, dame, number) for dame, number in zip(order, numbers, strict=True)):
                    return True
        return False

    @staticmethod
    def _ends(moved: tuple[Dame, ...]) -> tuple[Case, ...]:
        return tuple(dict.fromkeys(dame.end for dame in moved))


def _sortie_step(standing: list[int], dame: Dame, number: int) -> bool:
    """Play one number with all dames in the jan de retour, if the dame may; changes `standing`."""
    furthest = next((case for case in JAN_DE_RETOUR if standing[case]), BANDE)
    exact = dame.distance == number
    excedant = dame.end == BANDE and dame.distance < number and dame.start == furthest
    if not (exact or excedant):
        return False
    standing[dame.start] -= 1
    if dame.end != BANDE:
        standing[dame.end] += 1
    return True
