"""The numbers of trictrac's referee, loaded once from `referee/data/trictrac.toml`; each table names its source."""

from __future__ import annotations

from dataclasses import dataclass

from referee.inference.tables import numbers, row, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """Log weights of what a player may have done, in nats added to a story's prior.

    Attributes:
        two_in_hand: both dames are in a hand rather than one.
        play_over: a dame is taken up after the play was over.
        still_held: a dame seen to be taken up is still in the hand.
        undone: a dame that was played was put back, and another played.
        and_one_played: a dame is taken up after another was played.
        fewer_out: each dame moved inside the board that might have gone out.
        surprise: a lawful play of the past is revised.
        no_occasion: a relevé that nobody may make.
        displaced: each dame moved beyond the two of a throw.
        backwards: each dame that stands further back than before the throw.
        patience: each rest in which an unexplained position is seen again.
        patient: how many such rests count at most.
        unfinished: the next throw came before the play was finished.
        held_still: the next throw came and a dame is still in the hand.
        last_held: the same for the last dame of a play, in all.
        miscounted: a pile holds one dame more or fewer than was counted.
        pile: the number of dames from which a case may be miscounted so.
        called: the other player calls a fault, and this is one.
        called_early: he calls one while a dame is in the hand.
        lawful_half: of two half sorties, the dame that a lawful one would take.
        hidden: how many more dames than were counted a pile may hold.
    """

    two_in_hand: float
    play_over: float
    still_held: float
    undone: float
    and_one_played: float
    fewer_out: float
    surprise: float
    no_occasion: float
    displaced: float
    backwards: float
    patience: float
    patient: int
    unfinished: float
    held_still: float
    last_held: float
    miscounted: float
    pile: int
    called: float
    called_early: float
    lawful_half: float
    hidden: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Log weights of where hands were, in nats for each case or dame.

    Attributes:
        unreached: a case changed that no hand reached.
        reached: an unlawful story changes only cases that hands reached.
        not_taken: a dame is in a hand that did not stay at its case.
        passed: an uncountable pile changed that the hand only passed.
        stayed_idly: the hand stayed at such a pile and changed nothing near it.
        together: a dame went out for which a player who takes one at a time did not reach.
        idle_reach: his hand reached across and took nothing off.
        not_beside: a dame went out, his hand not going where he puts them, or the contrary.
        perhaps_beside: the same while it is not known yet where he puts them.
    """

    unreached: float
    reached: float
    not_taken: float
    passed: float
    stayed_idly: float
    together: float
    idle_reach: float
    not_beside: float
    perhaps_beside: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Where hands are seen while they do something: millimetres, seconds and numbers of pictures.

    Attributes:
        near: mm beyond its tip within which a hand may have taken a piece.
        far: mm beyond which it has not taken it.
        holds: s for which a hand next to the board must stay to be holding a dame.
        beside: mm to either side of its tip within which it may have touched something.
        told_of: hands seen in fewer than one of this many disturbances are not seen here.
        at: mm to the side of a case's middle within which it takes a dame there.
        stayed: pictures of a hand that stays at a case.
        taken: pictures of a hand at a case it takes a dame from.
        carried: s a dame is carried at most.
        away: s a hand is not seen near a case it has left.
        across: share of the board from its own side beyond which a hand is among the dames across.
        withdrawn: share at which it has left them.
        reaching: pictures of a hand that reaches across.
        short_side: mm from the short side at the talons within which an arm is seen.
        often: how many times as often as its contrary a habit is seen.
        learnt: dames he must have put next to the board before that habit is known.
        unseen: s without a picture in which a hand may come and go.
    """

    near: float
    far: float
    holds: float
    beside: float
    told_of: int
    at: float
    stayed: int
    taken: int
    carried: float
    away: float
    across: float
    withdrawn: float
    reaching: int
    short_side: float
    often: int
    learnt: int
    unseen: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How likely one case is changed while something moves over the board, 0..1.

    Attributes:
        by_it: where the player's own hand was.
        elsewhere: elsewhere, his hand being over the board.
        by_the_other: only the other's hand being there.
        by_anybody: a hand being there whose place is not known.
        by_nobody: no hand being seen.
        same: a changed case holds as many dames as before.
    """

    by_it: float
    elsewhere: float
    by_the_other: float
    by_anybody: float
    by_nobody: float
    same: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What is counted of dames, besides what `observation.toml` says, in nats but for the row.

    Attributes:
        row_at_home: dames that lie next to one another at least on a talon.
        returned: a dame is back that was believed to be out.
        counted: by how much a count must lead its neighbours to be known.
    """

    row_at_home: int
    returned: float
    counted: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """How dice lie and are read: millimetres, nats, 0..1.

    Attributes:
        nudge: mm a die is pushed at most by a hand or a dame.
        same_place: mm within which a die found again has not moved.
        spot: mm within which what is no die is read again.
        belief: no single reading is believed beyond this.
        surely: a confidence above which a reading is sure.
        decided: nats by which each die's value must lead.
        likely: nats that must do when a hand comes, or the dice have rested.
        doubted: nats behind the leading value within which another may be true.
        gone: readings without dice before they count as taken up.
        waited: s for which an unchanged picture stands for more readings.
    """

    nudge: float
    same_place: float
    spot: float
    belief: float
    surely: float
    decided: float
    likely: float
    doubted: float
    gone: int
    waited: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """How jetons lie and are read. What moving one costs is compared with nothing else.

    Attributes:
        sure: the confidence a jeton must be read with.
        agreeing: readings that must agree.
        moved: cost of a jeton that was moved.
        lost: of one that is no longer seen.
        found: of one that is seen again.
        two_places: of a side's jetons lying on two places.
        rest: s for which marks must lie still to count as let go.
    """

    sure: float
    agreeing: int
    moved: int
    lost: int
    found: int
    two_places: int
    rest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """When a story is acted upon: nats by which it must lead, and for how long it must rest.

    Attributes:
        ahead: nats ahead of the next story.
        far_ahead: nats with which one look is enough.
        frames: looks an unlawful story must last.
        seconds: or seconds.
        alone: or seconds, when it was seen in one look.
        nearly: nats within which what stands explains the looks.
        back: nats ahead when the hand comes back to go on with a play.
        done: s an unlawful play must rest to be taken as ended.
        doubtful: nats ahead below which people are asked once the next throw came.
        called: nats ahead when the other calls a fault.
        unsure: s two stories must contend before people are asked.
        readings: looks before people are asked whether there is a fault.
        disordered: s an inexplicable board must rest.
        seen: nats that settle which of two past plays it was.
        misread: this many misplaced dames at most are a misreading, not an unseen move.
        just_before: s before a look at which what it shows was done at the latest.
        away: s without a picture in which a throw can be played unseen.
    """

    ahead: float
    far_ahead: float
    frames: int
    seconds: float
    alone: float
    nearly: float
    back: float
    done: float
    doubtful: float
    called: float
    unsure: float
    readings: int
    disordered: float
    seen: float
    misread: int
    just_before: float
    away: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """What the judge leaves open, as no witness tells it.

    Attributes:
        pile: dames from which a pile may hide one more.
        recounted: throws after which a board counted again stands as it was counted.
        together: s within which the order of dice lifted and dames moved is not known.
        heard: s after a question before which a button cannot answer it.
    """

    pile: int
    recounted: int
    together: float
    heard: float


FILE = "trictrac.toml"
STORIES = numbers(f"{FILE}: stories", table(FILE, "stories"))
"""The log prior of each story of a player's dames (`referee/tracker/hypotheses.py`), by its name."""
PLAYS = row(Plays, f"{FILE}: plays", table(FILE, "plays"), signed=True)
REACH = row(Reach, f"{FILE}: reach", table(FILE, "reach"), signed=True)
HANDS = row(Hands, f"{FILE}: hands", table(FILE, "hands"))
CHANGES = row(Changes, f"{FILE}: changes", table(FILE, "changes"))
COUNTING = row(Counting, f"{FILE}: counting", table(FILE, "counting"))
DICE = row(Dice, f"{FILE}: dice", table(FILE, "dice"))
MARKS = row(Marks, f"{FILE}: marks", table(FILE, "marks"))
PATIENCE = row(Patience, f"{FILE}: patience", table(FILE, "patience"))
JUDGING = row(Judging, f"{FILE}: judging", table(FILE, "judging"))
