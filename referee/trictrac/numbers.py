"""The numbers of trictrac's referee, loaded once from `referee/data/trictrac.toml`, which says what each means."""

from __future__ import annotations

from dataclasses import dataclass

from referee.inference.tables import numbers, row, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """Log weights of a player's possible actions, in nats added to a story's prior."""

    two_in_hand: float
    play_over: float
    still_held: float
    undone: float
    held_back: float
    and_one_played: float
    fewer_out: float
    surprise: float
    no_occasion: float
    displaced: float
    backwards: float
    wrong_number: float
    patience: float
    patient: int
    unfinished: float
    one_out: float
    held_still: float
    last_held: float
    called: float
    called_early: float
    lawful_half: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Log weights of where hands were, in nats for each case or dame."""

    unreached: float
    reached: float
    not_taken: float
    passed: float
    came_again: float
    retaken: float
    stayed_idly: float
    together: float
    idle_reach: float
    not_beside: float
    perhaps_beside: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """Limits of where and how long hands are seen at work: millimetres, seconds and numbers of pictures."""

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
    mostly: float
    across: float
    withdrawn: float
    short_side: float
    often: int
    learnt: int
    unseen: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How likely one case is changed while something moves over the board, 0..1."""

    by_it: float
    elsewhere: float
    by_the_other: float
    by_anybody: float
    by_nobody: float
    same: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """How dames are counted, in addition to `observation.toml`: nats, except `row_at_home`, a number of dames."""

    row_at_home: int
    returned: float
    counted: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """How dice lie and are read: millimetres, nats, 0..1."""

    nudge: float
    same_place: float
    spot: float
    surely: float
    decided: float
    likely: float
    doubted: float
    gone: int
    waited: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """How jetons lie and are read. The costs of moved and lost jetons are compared only with one another."""

    sure: float
    agreeing: int
    moved: int
    lost: int
    found: int
    two_places: int
    rest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """When the tracker acts on a story: nats by which it must lead, and how long it must rest."""

    ahead: float
    unnoticed: float
    frames: int
    seconds: float
    alone: float
    nearly: float
    doubtful: float
    called: float
    readings: int
    misread: int
    just_before: float
    away: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """How far the judge allows for matters that readings cannot decide: dames, throws and seconds."""

    pile: int
    recounted: int
    together: float
    heard: float


FILE = "trictrac.toml"
STORIES = numbers(f"{FILE}: stories", table(FILE, "stories"))
"""The log prior of each story of a player's dames (`referee/trictrac/tracker/hypotheses.py`), by its name."""
PLAYS = row(Plays, f"{FILE}: plays", table(FILE, "plays"), signed=True)
REACH = row(Reach, f"{FILE}: reach", table(FILE, "reach"), signed=True)
HANDS = row(Hands, f"{FILE}: hands", table(FILE, "hands"))
CHANGES = row(Changes, f"{FILE}: changes", table(FILE, "changes"))
COUNTING = row(Counting, f"{FILE}: counting", table(FILE, "counting"))
DICE = row(Dice, f"{FILE}: dice", table(FILE, "dice"))
MARKS = row(Marks, f"{FILE}: marks", table(FILE, "marks"))
PATIENCE = row(Patience, f"{FILE}: patience", table(FILE, "patience"))
JUDGING = row(Judging, f"{FILE}: judging", table(FILE, "judging"))
