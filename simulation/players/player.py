"""One simulated player, and his taste: which legal play he chooses, and when he leaves."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.play import Play
from rules.position import COIN, DAMES, Position, Side
from rules.view import GRAND_JAN, JAN_DE_RETOUR, PETIT_JAN, View, missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Weights of features of the position a player leaves, and his temper.

    Attributes:
        grand_jan, petit_jan: per dame that stands where his jan needs it.
        coin: for holding the coin.
        passed: per dame beyond his coin.
        alone: per single dame in reach of the other.
        talon: per dame still on the talon.
        whim: standard deviation of his mood, in the same unit.
        leaves: how likely he leaves when he may.
    """

    name: str
    grand_jan: float = 0.0
    petit_jan: float = 0.0
    coin: float = 0.0
    passed: float = 0.0
    alone: float = 0.0
    talon: float = 0.0
    whim: float = 0.5
    leaves: float = 0.3


BUILDER = Style(
    name="builder", grand_jan=2.0, petit_jan=0.3, coin=3.0, passed=-0.5, alone=-0.7, talon=-0.2, leaves=0.15
)
RACER = Style(name="racer", petit_jan=0.4, grand_jan=0.4, coin=1.0, passed=1.5, alone=-0.2, talon=-1.0, leaves=0.1)
HOARDER = Style(name="hoarder", petit_jan=1.2, grand_jan=0.8, passed=-0.3, alone=-1.5, talon=0.2, leaves=0.6)
RANDOM = Style(name="random", whim=10.0, leaves=0.4)

STYLES = {style.name: style for style in (BUILDER, RACER, HOARDER, RANDOM)}


def taste(style: Style, position: Position, side: Side) -> float:
    """Return how well a style likes the resulting position; higher is better. Moods are not included."""
    view = View.of(position, side)
    own = view.own
    furthest_adverse = max((case for case in range(1, 25) if view.adverse[case]), default=0)
    alone = sum(1 for case in range(2, furthest_adverse) if own[case] == 1)
    return (
        style.grand_jan * (12 - missing(own, GRAND_JAN))
        + style.petit_jan * (12 - missing(own, PETIT_JAN))
        + style.coin * (own[COIN] >= 2)
        + style.passed * sum(own[COIN + 1 :])
        + style.alone * alone
        + style.talon * own[1]
    )


def choose_play(style: Style, plays: tuple[Play, ...], side: Side, random: Random) -> Play:
    """Choose the play that the player likes best in his present mood.

    Of two plays with the same result, the player takes the one with fewer dames: tout d'une.
    """
    fewest: dict[Position, Play] = {}
    for play in sorted(plays, key=lambda play: len(play.moves)):
        fewest.setdefault(play.result, play)
    return max(fewest.values(), key=lambda play: taste(style, play.result, side) + random.gauss(0, style.whim))


def wants_to_leave(style: Style, position: Position, side: Side, reste: int, given: int, random: Random) -> bool:
    """Whether a player leaves after a trou of his own throw.

    He is more likely to leave with no points left over, when the other has points to mark, or after passing into the
    return, where little is left to win. He is less likely to leave while his full jan still earns points.
    """
    own = View.of(position, side).own
    chance = style.leaves
    chance += 0.15 if given else 0.0
    chance -= 0.05 * reste
    if not missing(own, GRAND_JAN) or not missing(own, PETIT_JAN):
        chance -= 0.25
    if sum(own[case] for case in JAN_DE_RETOUR) > DAMES // 3:
        chance += 0.2
    return random.random() < chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: his style, how likely he notices the other's fault (0..1), and his habits.

    Attributes:
        remarks: how likely he presses "école" when he claims one.
        announces: how likely he presses "je m'en vais" or "j'adoube" when he says so.
    """

    style: Style = BUILDER
    notices: float = 0.7
    remarks: float = 1.0
    announces: float = 1.0
