"""A tournament: its players, rounds, results and standings. Pure values and functions.

`announce.club.pairing` pairs the rounds.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from announce.club.pairing import Entrant, Number, berger, swiss
from rules.position import Side

WIN: Final = 1.0
DRAW: Final = 0.5
LONGEST_NAME: Final = 60
MOST_PLAYERS: Final = 400
MOST_POINTS: Final = 10_000
_FORMULA: Final = tuple("=+-@")
"""What a spreadsheet takes for the beginning of a formula."""


class TournamentError(ValueError):
    """Something a tournament cannot do; the message says what was wrong and what was expected."""


class System(StrEnum):
    """How rounds are paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"


@dataclass(frozen=True, slots=True)
class Match:
    """One pairing of a round.

    noirs: None for a player who has nobody to play and is given the win; score: what Blancs and Noirs marked (the
    trous of a tour, or the points of a partie à écrire), None while it is played; table: where it is played, by its id
    on the broker.
    """

    blancs: Number
    noirs: Number | None
    score: tuple[int, int] | None = None
    table: str | None = None

    @property
    def players(self) -> tuple[Number, ...]:
        """Both players, or the only one."""
        return (self.blancs,) if self.noirs is None else (self.blancs, self.noirs)

    def seat(self, player: Number) -> Side | None:
        """The side a player has here, None when he is not of this match."""
        return {self.blancs: Side.BLANCS, self.noirs: Side.NOIRS}.get(player)

    def opponent(self, player: Number) -> Number | None:
        """Whom a player of this match plays."""
        return self.noirs if player == self.blancs else self.blancs

    def points(self, player: Number) -> float:
        """What it brought a player of it: a win 1, a draw ½; nothing while it is played."""
        if self.noirs is None:
            return WIN
        if self.score is None or self.score[0] == self.score[1]:
            return 0.0 if self.score is None else DRAW
        return WIN if (self.score[0] > self.score[1]) == (player == self.blancs) else 0.0

    def margin(self, player: Number) -> int:
        """By how much a player of it marked more than the other; negative for less."""
        if self.score is None:
            return 0
        ahead = self.score[0] - self.score[1]
        return ahead if player == self.blancs else -ahead


Round: TypeAlias = tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: rank from 1, shared by those nothing separates.

    points: of his matches; buchholz: the points of all he met, added up; margin: what he marked over his adversaries.
    """

    rank: int
    player: Number
    points: float
    buchholz: float
    margin: int
    played: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands.

    players: by their number, the first being 1; length: rounds to be played; withdrawn: those who left and are not
    paired again. Raises TournamentError for entries that make no tournament.
    """

    name: str
    system: System
    length: int
    players: tuple[str, ...]
    rounds: tuple[Round, ...] = ()
    withdrawn: tuple[Number, ...] = ()

    def __post_init__(self) -> None:
        _check_name("the tournament's name", self.name)
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise TournamentError(f"{len(self.players)} players, expected 2 to {MOST_PLAYERS}")
        for player in self.players:
            _check_name("a player's name", player)
        same = {player for player in self.players if self.players.count(player) > 1}
        if same:
            raise TournamentError(f"{min(same)!r} is entered more than once, expected names that differ")
        most = most_rounds(self.system, len(self.players))
        if not 1 <= self.length <= most:
            raise TournamentError(f"{self.length} rounds for {len(self.players)} players, expected 1 to {most}")
        for found in self.rounds:
            _check_round(found, len(self.players))

    @property
    def numbers(self) -> range:
        """All players' numbers."""
        return range(1, len(self.players) + 1)

    def called(self, player: Number) -> str:
        """A player's name."""
        return self.players[player - 1]

    @property
    def running(self) -> bool:
        """Whether matches of the last round are still being played."""
        return bool(self.rounds) and any(match.noirs and match.score is None for match in self.rounds[-1])

    @property
    def over(self) -> bool:
        """Whether all rounds were played."""
        return len(self.rounds) == self.length and not self.running


def of_system(name: str, system: System, players: tuple[str, ...], length: int | None = None) -> Tournament:
    """A tournament that begins; length: rounds, by default everybody once, or as many as a Swiss of that size needs.

    Raises TournamentError.
    """
    most = most_rounds(system, len(players))
    usual = most if system is System.ROUND_ROBIN else min(most, (len(players) - 1).bit_length() + 1)
    return Tournament(name, system, usual if length is None else length, players)


def most_rounds(system: System, players: int) -> int:
    """How many rounds so many players can have: everybody met once, or in a Swiss half of them.

    So long as each has met at most half of the others a round without a second meeting exists (Dirac, 1952).
    """
    return players - 1 + players % 2 if system is System.ROUND_ROBIN else (players + 1) // 2


def paired(tournament: Tournament, tables: tuple[str, ...] = ()) -> Tournament:
    """The tournament with its next round; its matches take the tables given, in order.

    Raises TournamentError when a match is not over, all rounds were played, or too few are left to play.
    """
    if tournament.running:
        raise TournamentError(f"round {len(tournament.rounds)} is still being played, expected a score for every match")
    if tournament.over:
        raise TournamentError(f"all {tournament.length} rounds were played")
    left_to_play = len(set(tournament.numbers) - set(tournament.withdrawn))
    if left_to_play < 2:
        raise TournamentError(f"{left_to_play} players left, expected at least 2")
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


def recorded(tournament: Tournament, number: int, board: int, score: tuple[int, int] | None) -> Tournament:
    """The tournament with the score of one match, or without it when it was written in error; both counted from 1.

    Raises TournamentError for a match there is none of, a bye, or a score below nought.
    """
    if not 1 <= number <= len(tournament.rounds):
        raise TournamentError(f"round {number}, expected 1 to {len(tournament.rounds)}")
    matches = tournament.rounds[number - 1]
    if not 1 <= board <= len(matches):
        raise TournamentError(f"match {board} of round {number}, expected 1 to {len(matches)}")
    match = matches[board - 1]
    if match.noirs is None:
        raise TournamentError(
            f"match {board} of round {number} is nobody's: {tournament.called(match.blancs)} is exempt"
        )
    mended = (*matches[: board - 1], replace(match, score=score), *matches[board:])
    _check_round(mended, len(tournament.players))
    return replace(tournament, rounds=(*tournament.rounds[: number - 1], mended, *tournament.rounds[number:]))


def left(tournament: Tournament, player: Number) -> Tournament:
    """The tournament without a player who goes home: he is not paired again; what he played stands.

    Raises TournamentError for a number nobody has.
    """
    if player not in tournament.numbers:
        raise TournamentError(f"player {player}, expected 1 to {len(tournament.players)}")
    if player in tournament.withdrawn:
        return tournament
    return replace(tournament, withdrawn=(*tournament.withdrawn, player))


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All players by points, then Buchholz, then margin; those equal in all three share a rank, by number."""
    matches = _by_player(tournament)
    points = {player: sum(match.points(player) for match in matches[player]) for player in tournament.numbers}
    rows = []
    for player in tournament.numbers:
        met = [match for match in matches[player] if match.noirs is not None and match.score is not None]
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
    """Every player's matches, round by round."""
    found: dict[Number, list[Match]] = {player: [] for player in tournament.numbers}
    for match in (match for matches in tournament.rounds for match in matches):
        for player in match.players:
            found[player].append(match)
    return found


def _still_here(tournament: Tournament, match: Match) -> Match | None:
    """A match of the Berger tables as it can be played: the adversary of a player who left is exempt."""
    here = [player for player in match.players if player not in tournament.withdrawn]
    if not here:
        return None
    return match if len(here) == 2 else Match(here[0], None)


def _entrants(tournament: Tournament) -> list[Entrant]:
    """The players who are still here, with their past rounds."""
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
    """1 where the first is greater, -1 where it is smaller, 0 where both are equal."""
    return (one > other) - (one < other)


def _check_name(what: str, name: str) -> None:
    printable = all(unicodedata.category(letter)[0] != "C" for letter in name)
    if not 1 <= len(name) <= LONGEST_NAME or not printable or name != name.strip():
        raise TournamentError(f"{what} is {name!r}, expected 1 to {LONGEST_NAME} letters, with none but inner spaces")
    if name.startswith(_FORMULA):
        raise TournamentError(f"{what} is {name!r}, expected none that begins with {' or '.join(_FORMULA)}")


def _check_round(matches: Round, players: int) -> None:
    seated = [player for match in matches for player in match.players]
    if len(set(seated)) < len(seated) or not all(1 <= player <= players for player in seated):
        raise TournamentError(f"a round of {seated}, expected every player of 1 to {players} at most once")
    for match in matches:
        if match.score is not None and not all(0 <= marked <= MOST_POINTS for marked in match.score):
            raise TournamentError(f"a score of {match.score}, expected two numbers from 0 to {MOST_POINTS}")
