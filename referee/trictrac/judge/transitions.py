"""The order of a throw as one table (Lois XVIII): phases, act and guard, then effects, next phase and law.

The first row that fits is taken. An act that fits no row only changes the log. docs/how/referee.md draws the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from events.acts import (
    Claimed,
    DameLifted,
    DamePlaced,
    Declaration,
    Declared,
    DiceLifted,
    DiceThrown,
    PlayAnnounced,
    PlayEnded,
)
from events.trictrac.acts import (
    DameTouched,
    DiceDoubted,
    FichetMoved,
    FichetsFelt,
    JetonMoved,
    JetonReleased,
    JetonsInSight,
    Misread,
    PavillonMoved,
    PointsAnnounced,
    Releve,
    TourStarted,
    Unwatched,
)
from events.trictrac.state import Phase
from referee.trictrac.judge import claims, playing, score_keeper, throwing, tour_end
from referee.trictrac.judge.act_context import ActContext
from referee.trictrac.judge.played import is_ended
from referee.trictrac.judge.score_keeper import Keeper

Guard = Callable[["ActContext", Any], bool]
Effect = Callable[["ActContext", "Keeper", Any], None]


def always(_context: ActContext, _act: object) -> bool:
    """In any case."""
    return True


def bad_dice(_context: ActContext, act: DiceThrown) -> bool:
    """The dice are not good."""
    return not act.good


def out_of_turn(context: ActContext, act: DiceThrown) -> bool:
    """It is the other's turn, and the throw before has been played."""
    return context.situation.number > 0 and act.side is not context.situation.trait


def before_playing(context: ActContext, act: DiceThrown) -> bool:
    """The thrower throws again, and has touched no dame although he can play."""
    throw = context.situation.throw
    return throw is not None and throw.side is act.side and throw.untouched


def before_the_other(context: ActContext, act: DiceThrown) -> bool:
    """The other throws before the thrower, who can play, has touched a dame."""
    throw = context.situation.throw
    return throw is not None and throw.side is not act.side and throw.untouched


def went_out(context: ActContext, act: DiceThrown) -> bool:
    """The thrower has taken all his dames off the board."""
    return context.situation.gone_out is act.side


def plays_all_the_same(context: ActContext, act: DameLifted) -> bool:
    """The player who threw out of turn acts."""
    early = context.situation.early
    return early is not None and early.side is act.side


def by_thrower(context: ActContext, act: DameLifted | DamePlaced | DameTouched | PlayAnnounced | PlayEnded) -> bool:
    """The thrower acts."""
    return context.situation.throw is not None and context.throw.side is act.side


def assents(context: ActContext, act: DameLifted) -> bool:
    """The thrower goes, duly or not, and the other takes up a dame of his own."""
    now = context.situation
    return now.departing and now.throw is not None and now.throw.side is not act.side


def puts_straight(context: ActContext, act: DameLifted) -> bool:
    """The thrower said "J'adoube" and has no dame in the hand."""
    return by_thrower(context, act) and context.throw.adoube and not context.throw.lifted


def completes(context: ActContext, act: DamePlaced) -> bool:
    """The thrower's play is complete and lawful with this dame, and no other is in the air."""
    if not by_thrower(context, act) or context.throw.in_the_air > 1:
        return False
    position = context.situation.position
    counts = list(position.counts(act.side))
    if act.case <= len(counts):
        counts[act.case - 1] += 1
    led_to = position.with_counts(act.side, tuple(counts))
    return led_to in context.throw.plays.results


def before_the_last_dame(context: ActContext, act: DiceLifted) -> bool:
    """A dame of the other's play was let go only after that."""
    return act.early and context.situation.throw is not None and context.throw.side is not act.side


def ends_the_tour(context: ActContext, act: FichetMoved) -> bool:
    """The other pegs the last trou, and the thrower's dames stand where no play leads."""
    throw, last = context.situation.throw, context.settings.trous
    wins = throw is not None and act.side is not throw.side and act.trou == last
    return wins and not context.throw.lifted and is_ended(context.throw, context.situation.position)


def calls_a_fault(_context: ActContext, act: Declared) -> bool:
    """Said: ecole, fausse_case."""
    return act.what in {Declaration.ECOLE, Declaration.FAUSSE_CASE}


def thrower_says(*what: Declaration) -> Guard:
    """The thrower said one of these."""

    def says(context: ActContext, act: Declared) -> bool:
        return act.what in what and context.situation.throw is not None and context.throw.side is act.side

    says.__doc__ = "The thrower said: " + ", ".join(what) + "."
    return says


def holds_with_a_trou(context: ActContext, act: Declared) -> bool:
    """The thrower, who has a trou, said: je_tiens."""
    return thrower_says(Declaration.JE_TIENS)(context, act) and context.throw.trou


def goes_with_nothing_to_play(context: ActContext, act: Declared) -> bool:
    """The thrower, who could play nothing, said: je_m_en_vais."""
    said = thrower_says(Declaration.JE_M_EN_VAIS)(context, act)
    return said and not context.throw.plays.dice_playable and context.throw.held is None


def invites_with_nothing_to_play(context: ActContext, act: Declared) -> bool:
    """The thrower, who could play nothing, said: coup_joue."""
    said = thrower_says(Declaration.COUP_JOUE)(context, act)
    return said and not context.throw.plays.dice_playable


@dataclass(frozen=True, slots=True)
class Row:
    """In one of `phases`, an `act` for which `guard` holds has these effects, and leads to `to` (None: they decide)."""

    phases: tuple[Phase, ...]
    act: type
    guard: Guard
    effects: tuple[Effect, ...]
    to: Phase | None
    law: str


UNTOUCHED = (Phase.TO_MARK, Phase.TO_DECIDE)
PLAYING = (*UNTOUCHED, Phase.TO_PLAY)
PLAYED = (Phase.TO_THROW,)
RESTING = (*PLAYED, *UNTOUCHED)
OPEN = (*PLAYED, *PLAYING)
ALL = tuple(Phase)

LIFT = (playing.touch, playing.lift)
THROW = (throwing.open_throw, throwing.close_windows)
"""A new throw: its worth is settled, and it ends claims on earlier ones."""

TABLE: tuple[Row, ...] = (
    Row((*OPEN, Phase.LEAVING), DiceThrown, bad_dice, (throwing.refuse,), None, "Lois VI"),
    Row(PLAYED, DiceThrown, went_out, (tour_end.rule_dames_back, *THROW), None, "Lois VIII"),
    Row((Phase.TO_THROW, Phase.LEAVING), DiceThrown, out_of_turn, (throwing.out_of_turn,), None, "Lois XVII 1"),
    Row(UNTOUCHED, DiceThrown, before_playing, (throwing.throw_again,), None, "Lois XVII 1"),
    Row(UNTOUCHED, DiceThrown, before_the_other, (throwing.out_of_turn,), None, "Lois XVII 1"),
    Row((Phase.LEAVING,), DiceThrown, always, (tour_end.rule_dames_back, *THROW), None, "Lois XVI"),
    Row(OPEN, DiceThrown, always, (throwing.consume, *THROW), None, "Lois XVIII 3"),
    Row(OPEN, DameLifted, puts_straight, (playing.straighten, playing.lift), None, "Jeu 3, fausse case 1; Lois XVII 2"),
    Row(PLAYING, DameLifted, by_thrower, LIFT, Phase.TO_PLAY, "Lois XV, XVIII 7"),
    Row(RESTING, DameLifted, plays_all_the_same, (throwing.accept_early, *LIFT), Phase.TO_PLAY, "Lois XVII 1"),
    Row(PLAYED, DameLifted, by_thrower, (playing.reopen, *LIFT), Phase.TO_PLAY, "Jeu 3, fausse case"),
    Row(ALL, DameLifted, assents, (tour_end.assent, playing.lift), None, "Lois XVI"),
    Row(ALL, DameLifted, always, (playing.lift,), None, "Lois VII"),
    Row(PLAYING, DamePlaced, completes, (playing.place, playing.complete), None, "Lois VI, XVIII 7"),
    Row(ALL, DamePlaced, always, (playing.place,), None, "Lois VII"),
    Row(PLAYED, DameTouched, by_thrower, (playing.rule_touched_dame,), None, "Jeu 3, fausse case 1, 3"),
    Row(OPEN, Misread, always, (playing.reread,), None, "none: the companion's own mistake"),
    Row(OPEN, DiceDoubted, always, (throwing.keep_other_readings,), None, "none: the companion's own doubt"),
    Row((Phase.TO_PLAY,), PlayEnded, by_thrower, (playing.end_play,), None, "Lois XVII 2"),
    Row((Phase.TO_PLAY,), Declared, thrower_says(Declaration.COUP_JOUE), (playing.end_play,), None, "Lois XVII 2"),
    Row(PLAYED, Declared, invites_with_nothing_to_play, (playing.end_time_to_mark,), None, "Lois XVII 3"),
    Row(
        OPEN, Declared, thrower_says(Declaration.J_ADOUBE), (playing.adoube,), None, "Jeu 3, fausse case 1; Lois XVII 2"
    ),
    Row(PLAYING, DiceLifted, always, (playing.dice_lifted,), None, "Lois VI"),
    Row(PLAYED, DiceLifted, before_the_last_dame, (playing.dice_lifted_early,), None, "Lois VI"),
    Row(UNTOUCHED, Declared, holds_with_a_trou, (tour_end.say_hold,), Phase.TO_PLAY, "Lois XVI; Jeu 2, tenir"),
    Row(
        UNTOUCHED,
        Declared,
        thrower_says(Declaration.JE_M_EN_VAIS),
        (tour_end.say_leave,),
        None,
        "Lois XVI; Jeu 2, s'en aller",
    ),
    Row(PLAYED, Declared, goes_with_nothing_to_play, (tour_end.say_leave,), None, "Lois XVI; Jeu 2, s'en aller"),
    Row(ALL, Releve, always, (tour_end.releve,), None, "Lois VIII, XVI"),
    Row(ALL, Unwatched, always, (tour_end.accept_board,), None, "none: the companion did not see it"),
    Row(OPEN, PlayAnnounced, by_thrower, (playing.note_announcement,), None, "none: the companion's own play"),
    Row(ALL, PointsAnnounced, always, (score_keeper.points_announced,), None, "Lois XV"),
    Row(ALL, JetonMoved, always, (score_keeper.mark,), None, "Lois XV"),
    Row(ALL, JetonReleased, always, (score_keeper.mark,), None, "Lois XV"),
    Row((Phase.TO_PLAY,), FichetMoved, ends_the_tour, (playing.end_play, score_keeper.mark), None, "Lois XVII 2, XX"),
    Row(ALL, FichetMoved, always, (score_keeper.mark,), None, "Lois XV"),
    Row(ALL, FichetsFelt, always, (score_keeper.mark,), None, "Lois XV"),
    Row(ALL, JetonsInSight, always, (score_keeper.mark,), None, "none: what the companion sees"),
    Row(ALL, PavillonMoved, always, (score_keeper.mark,), None, "Lois XV"),
    Row(ALL, Declared, calls_a_fault, (claims.claim,), None, "Lois XVII"),
    Row(ALL, Claimed, always, (claims.claim,), None, "Lois XVII"),
    Row(ALL, TourStarted, always, (tour_end.new_tour,), None, "Lois IV"),
)
