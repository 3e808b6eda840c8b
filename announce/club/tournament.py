"""A tournament: its players, rounds, results and standings. Pure values and functions.

`announce.club.pairing` pairs the rounds.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final, TypeAlias

from announce.club.match_format import FORMATS, TOUR, MatchFormat
from announce.club.pairing import Entrant, Number, berger, swiss
from announce.phrases.refused import Refused
from rules.marking import TROUS_DU_TOUR
from rules.position import Side

WIN: Final = 1.0
DRAW: Final = 0.5
LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 400
_FORMULA: Final = tuple("=+-@")
"""Characters that begin a formula in a spreadsheet."""


class TournamentError(Refused):
    """A change that a tournament does not allow. The message says what was wrong and what was expected."""


class Conflict(TournamentError):
    """A change made from an outdated view. The message says what the match's result is now."""


class System(StrEnum):
    """How rounds are paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"


class Forfeit(StrEnum):
    """The side that gave up a match or did not come, or both sides."""

    BLANCS = "blancs"
    NOIRS = "noirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: a score (Blancs, Noirs) or a forfeit, or neither while it is played."""

    score: tuple[int, int] | None = None
    forfeit: Forfeit | None = None

    def __post_init__(self) -> None:
        _check_result(self.score, self.forfeit)

    def __str__(self) -> str:
        if self.forfeit is not None:
            return f"a forfeit ({self.forfeit})"
        return "no result" if self.score is None else f"{self.score[0]}-{self.score[1]}"


@dataclass(frozen=True, slots=True)
class Match:
    """One pairing of a round.

    Attributes:
        noirs: None when Blancs is exempt and gets the win.
        score: of Blancs and Noirs, None while the match is played or after a forfeit.
        table: the id of its table on the broker.
        forfeit: the side that gave up.
    """

    blancs: Number
    noirs: Number | None
    score: tuple[int, int] | None = None
    table: str | None = None
    forfeit: Forfeit | None = None

    def __post_init__(self) -> None:
        _check_result(self.score, self.forfeit)

    @property
    def result(self) -> Result:
        """The result so far."""
        return Result(self.score, self.forfeit)

    @property
    def over(self) -> bool:
        """Whether it has a result, or needs none."""
        return self.noirs is None or self.result != Result()

    @property
    def players(self) -> tuple[Number, ...]:
        """Both players, or the only one."""
        return (self.blancs,) if self.noirs is None else (self.blancs, self.noirs)

    def seat(self, player: Number) -> Side | None:
        """Return the side of a player, None for a player who is not in this match."""
        return {self.blancs: Side.BLANCS, self.noirs: Side.NOIRS}.get(player)

    def opponent(self, player: Number) -> Number | None:
        """Return the opponent of a player of this match."""
        return self.noirs if player == self.blancs else self.blancs

    def points(self, player: Number) -> float:
        """Return a player's points: 1 for a win or an exemption, ½ for a draw, 0 while the match is played."""
        if self.noirs is None:
            return WIN
        if self.forfeit is not None:
            return WIN if self.forfeit not in (Forfeit.BOTH, self.seat(player)) else 0.0
        if self.score is None or self.score[0] == self.score[1]:
            return 0.0 if self.score is None else DRAW
        return WIN if (self.score[0] > self.score[1]) == (player == self.blancs) else 0.0

    def margin(self, player: Number) -> int:
        """Return the player's score minus the opponent's; 0 after a forfeit."""
        if self.score is None:
            return 0
        ahead = self.score[0] - self.score[1]
        return ahead if player == self.blancs else -ahead


Round: TypeAlias = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the standings. rank: from 1, shared by equals.

    Attributes:
        points: of the player's matches.
        buchholz: the sum of the opponents' points.
        margin: of all the player's matches together.
        played: how many matches have a result.
    """

    rank: int
    player: Number
    points: float
    buchholz: float
    margin: int
    played: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament so far.

    Attributes:
        length: the number of rounds.
        players: their names; the first has number 1.
        withdrawn: players who left and are not paired.
        game: the format of each match, by name.
        target: the length of a match in trous, marqués or points.
        begun: the date it began.

    Raises TournamentError for values that are not valid.
    """

    name: str
    system: System
    length: int
    players: tuple[str, ...]
    rounds: tuple[Round, ...] = ()
    withdrawn: tuple[Number, ...] = ()
    game: str = TOUR.name
    target: int = TROUS_DU_TOUR
    begun: date | None = None

    def __post_init__(self) -> None:
        _check_name("the tournament's name", self.name)
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise TournamentError(
                f"{len(self.players)} players, expected 2 to {MOST_PLAYERS}", "players", most=MOST_PLAYERS
            )
        for player in self.players:
            _check_name("a player's name", player)
        same = {player for player in self.players if self.players.count(player) > 1}
        if same:
            twice = min(same)
            raise TournamentError(f"{twice!r} is entered more than once, expected different names", "twice", name=twice)
        most = most_rounds(self.system, len(self.players))
        if not 1 <= self.length <= most:
            wrong = f"{self.length} rounds for {len(self.players)} players, expected 1 to {most}"
            raise TournamentError(wrong, "rounds", players=len(self.players), most=most)
        _check_target(self.game, self.target)
        if not set(self.withdrawn) <= set(self.numbers):
            raise TournamentError(f"withdrawn {self.withdrawn}, expected players from 1 to {len(self.players)}")
        for found in self.rounds:
            _check_round(found, len(self.players))
            for match in found:
                _check_score(self.game, self.target, match.score)

    @property
    def numbers(self) -> range:
        """All players' numbers."""
        return range(1, len(self.players) + 1)

    def name_of(self, player: Number) -> str:
        """Return a player's name."""
        return self.players[player - 1]

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """The matches of all rounds that have no result, as round and match, both from 1."""
        return tuple(
            (number, board)
            for number, matches in enumerate(self.rounds, 1)
            for board, match in enumerate(matches, 1)
            if not match.over
        )

    @property
    def over(self) -> bool:
        """Whether all rounds were played."""
        return len(self.rounds) == self.length and not self.missing


def of_system(
    name: str,
    system: System,
    players: tuple[str, ...],
    length: int | None = None,
    *,
    game: str = TOUR.name,
    target: int | None = None,
    begun: date | None = None,
) -> Tournament:
    """Create a new tournament.

    Args:
        length: the number of rounds. By default everybody meets once, or a Swiss has as many rounds as it needs.
        game: the format of a match.
        target: the length of a match, by default the only one of its format.

    Raises TournamentError.
    """
    most = most_rounds(system, len(players))
    usual = most if system is System.ROUND_ROBIN else min(most, (len(players) - 1).bit_length() + 1)
    kind = _format(game)
    played_to = kind.fixed if target is None else target
    if played_to is None:
        raise TournamentError(f"the length of a match is missing, expected it in {kind.unit}")
    return Tournament(
        name, system, usual if length is None else length, players, game=game, target=played_to, begun=begun
    )


def most_rounds(system: System, players: int) -> int:
    """Return how many rounds are possible: enough to meet everybody once, or in a Swiss half of them.

    While each player has met at most half of the others, a round without a second meeting exists (Dirac, 1952).
    """
    return players - 1 + players % 2 if system is System.ROUND_ROBIN else (players + 1) // 2


def next_round(tournament: Tournament, tables: tuple[str, ...] = ()) -> Tournament:
    """Return the tournament with its next round. Its matches take the given tables, in order.

    Raises TournamentError when a match of any round has no result, all rounds were played, or too few players are left.
    """
    if tournament.missing:
        (number, board), *_ = tournament.missing
        wrong = f"match {board} of round {number} has no result, expected one for every match"
        raise TournamentError(wrong, "missing", board=board, round=number)
    if tournament.over:
        raise TournamentError(f"all {tournament.length} rounds were played", "rounds_over")
    left_to_play = len(set(tournament.numbers) - set(tournament.withdrawn))
    if left_to_play < 2:
        raise TournamentError(f"{left_to_play} players left, expected at least 2", "too_few")
    if tournament.system is System.SWISS:
        matches = [Match(*pair) for pair in swiss(_entrants(tournament))]
    else:
        pairs = berger(len(tournament.players), len(tournament.rounds) + 1)
        matches = [one for pair in pairs if (one := _still_here(tournament, Match(*pair))) is not None]
    # An exempt player comes last and takes no table.
    matches.sort(key=lambda match: match.noirs is None)
    placed = tuple(
        replace(match, table=tables[place] if match.noirs and place < len(tables) else None)
        for place, match in enumerate(matches)
    )
    return replace(tournament, rounds=(*tournament.rounds, placed))


def with_result(
    tournament: Tournament, number: int, board: int, result: Result, *, was: Result | None = None
) -> Tournament:
    """Return the tournament with the result of one match, or without it for `Result()`. Both numbers count from 1.

    was: the result it must have had until now; None for any.
    Raises Conflict when it had another, TournamentError for an unknown match, an exemption or an impossible score.
    """
    if not 1 <= number <= len(tournament.rounds):
        raise TournamentError(f"round {number}, expected 1 to {len(tournament.rounds)}")
    matches = tournament.rounds[number - 1]
    if not 1 <= board <= len(matches):
        raise TournamentError(f"match {board} of round {number}, expected 1 to {len(matches)}")
    match = matches[board - 1]
    if match.noirs is None:
        raise TournamentError(f"match {board} of round {number}: {tournament.name_of(match.blancs)} is exempt")
    if was is not None and was != match.result:
        raise Conflict(f"match {board} of round {number} has {match.result} by now, expected {was}", "conflict")
    mended = (*matches[: board - 1], replace(match, score=result.score, forfeit=result.forfeit), *matches[board:])
    return replace(tournament, rounds=(*tournament.rounds[: number - 1], mended, *tournament.rounds[number:]))


def without(tournament: Tournament, player: Number) -> Tournament:
    """Return the tournament without a player who leaves. The player's results stand.

    Raises TournamentError for an unknown number.
    """
    _check_number(tournament, player)
    if player in tournament.withdrawn:
        return tournament
    return replace(tournament, withdrawn=(*tournament.withdrawn, player))


def readmit(tournament: Tournament, player: Number) -> Tournament:
    """Return the tournament with a player who comes back and is paired again from the next round on.

    Raises TournamentError for an unknown number.
    """
    _check_number(tournament, player)
    return replace(tournament, withdrawn=tuple(other for other in tournament.withdrawn if other != player))


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Return all players by points, then Buchholz, then margin. Equal players share a rank and are sorted by number."""
    matches = _by_player(tournament)
    points = {player: sum(match.points(player) for match in matches[player]) for player in tournament.numbers}
    rows = []
    for player in tournament.numbers:
        met = [match for match in matches[player] if match.noirs is not None and match.over]
        buchholz = sum(points[other] for match in met if (other := match.opponent(player)))
        rows.append((points[player], buchholz, sum(match.margin(player) for match in met), -player, len(met)))
    rows.sort(reverse=True)
    ranks: dict[tuple[float, ...], int] = {}
    for place, row in enumerate(rows, 1):
        ranks.setdefault(row[:3], place)
    return tuple(
        Standing(ranks[score, buchholz, margin], -minus, score, buchholz, margin, played)
        for score, buchholz, margin, minus, played in rows
    )


def _by_player(tournament: Tournament) -> dict[Number, list[Match]]:
    """Return every player's matches, round by round."""
    found: dict[Number, list[Match]] = {player: [] for player in tournament.numbers}
    for match in (match for matches in tournament.rounds for match in matches):
        for player in match.players:
            found[player].append(match)
    return found


def _still_here(tournament: Tournament, match: Match) -> Match | None:
    """Return a match of the Berger tables as it can be played: the opponent of a player who left is exempt."""
    here = [player for player in match.players if player not in tournament.withdrawn]
    if not here:
        return None
    return match if len(here) == 2 else Match(here[0], None)


def _entrants(tournament: Tournament) -> list[Entrant]:
    """Return the players who are still here, with their past rounds."""
    points = dict.fromkeys(tournament.numbers, 0.0)
    floats: dict[Number, list[int]] = {player: [] for player in tournament.numbers}
    for matches in tournament.rounds:
        before = dict(points)
        floated = dict.fromkeys(tournament.numbers, 0)
        for match in matches:
            for player in match.players:
                other = match.opponent(player)
                floated[player] = -1 if other is None else _order(before[other], before[player])
                points[player] += match.points(player)
        for player, way in floated.items():
            floats[player].append(way)
    return [
        Entrant(
            player,
            round(2 * points[player]),
            frozenset(other for match in matches if (other := match.opponent(player))),
            sum(match.noirs is None for match in matches),
            tuple(floats[player]),
            tuple(1 if match.blancs == player else -1 for match in matches if match.noirs),
        )
        for player, matches in _by_player(tournament).items()
        if player not in tournament.withdrawn
    ]


def _order(one: float, other: float) -> int:
    """Return 1 if the first is greater, -1 if it is smaller, 0 if both are equal."""
    return (one > other) - (one < other)


def _check_name(what: str, name: str) -> None:
    printable = all(unicodedata.category(letter)[0] != "C" for letter in name)
    if not 1 <= len(name) <= LONGEST_NAME or not printable or name != name.strip():
        raise TournamentError(
            f"{what} is {name!r}, expected 1 to {LONGEST_NAME} letters, all printable, with no space at either end",
            "entry",
            name=name,
            most=LONGEST_NAME,
        )
    if name.startswith(_FORMULA):
        wrong = f"{what} is {name!r}, expected a name that does not begin with {' or '.join(_FORMULA)}"
        raise TournamentError(wrong, "formula", name=name)


def _check_round(matches: Round, players: int) -> None:
    seated = [player for match in matches for player in match.players]
    if len(set(seated)) < len(seated) or not all(1 <= player <= players for player in seated):
        raise TournamentError(f"a round of {seated}, expected every player of 1 to {players} at most once")


def _check_number(tournament: Tournament, player: Number) -> None:
    if player not in tournament.numbers:
        raise TournamentError(f"player {player}, expected 1 to {len(tournament.players)}")


def _check_result(score: tuple[int, int] | None, forfeit: Forfeit | None) -> None:
    if score is not None and forfeit is not None:
        raise TournamentError(f"a score of {score[0]}-{score[1]} and a forfeit, expected one of the two")


def _format(name: str) -> MatchFormat:
    if name not in FORMATS:
        raise TournamentError(f"game: {name!r}, expected one of {', '.join(FORMATS)}")
    return FORMATS[name]


def _check_target(game: str, target: int) -> None:
    kind = _format(game)
    if target not in kind.targets:
        raise TournamentError(f"a match of {target} {kind.unit}, expected {kind.lengths_in_words()}", "match_length")


def _check_score(game: str, target: int, score: tuple[int, int] | None) -> None:
    kind = _format(game)
    if score is not None and not kind.fits(target, score):
        how = "together" if kind.together else "each, and no more than one side"
        wrong = f"a score of {score[0]}-{score[1]}, expected at most {target} {kind.unit} {how}"
        raise TournamentError(wrong, "result")
