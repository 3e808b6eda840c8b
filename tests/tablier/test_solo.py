"""Solo games over simulated readings: announced plays are legal, wrong moves are reported, and the game goes on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from announce.phrases.refused import Refused
from coach.levels import levels
from coach.trictrac.partie import stake
from events.acts import PlayAnnounced
from events.peg_reading import Button, Signal
from events.rulings import PlayToMake, Window, standing
from events.trictrac.rulings import FaultRuled
from events.trictrac.state import Phase, TableState
from referee.a_ecrire.referee import EcrireReferee
from referee.trictrac.judge.situation import Throw
from rules.fault import FaultName
from rules.plays import legal_plays
from rules.position import Position
from rules.seating import Row
from tablier.runtime.engine import Engine
from tablier.runtime.inbox import Asked, Felt
from tablier.runtime.resume import resume
from tablier.storage.journal import Journal
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse, toml_of
from tests.referee.fake_table import Noise
from tests.tablier.solo_table import COMPANION, PLAYER, QUICK, SoloGame

SEEDS = range(1, 6)


def misplaced(throw: Throw, right: Position, chance: random.Random) -> Position:
    """The companion's dames put wrongly: another play, half of it, or one more dame moved."""
    kind = chance.choice(("another", "half", "one more"))
    if kind == "another":
        return chance.choice(throw.plays.plays).result
    if kind == "half":
        assert throw.announced is not None
        move = throw.announced.moves[0]
        counts = list(throw.base.counts(COMPANION))
        counts[move.start - 1] -= 1
        if move.end < 25:
            counts[move.end - 1] += 1
        return throw.base.with_counts(COMPANION, tuple(counts))
    counts = list(right.counts(COMPANION))
    start = chance.choice([case for case, count in enumerate(counts, 1) if count and case < 23])
    if not right.on(PLAYER, 25 - (start + 1)):
        counts[start - 1] -= 1
        counts[start] += 1
    return right.with_counts(COMPANION, tuple(counts))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_companions_plays_are_lawful_and_the_game_goes_on(seed: int) -> None:
    """The companion announces a lawful play for each of its throws; every turn is a throw more."""
    game = SoloGame(seed=seed, level=QUICK, noise=Noise(wrong=0.002, die=0.002))
    for _ in range(25):
        number = game.now.number
        game.turn()
        assert game.now.number > number or game.now.phase is Phase.OVER
    news = [one for one in game.rulings if isinstance(one, PlayToMake)]
    assert news
    for one in news:
        assert any(move.end - move.start in (*one.dice, sum(one.dice)) or move.end >= 12 for move in one.moves), (
            "the dice are played, by power or out at the most otherwise"
        )
    assert not [one for one in game.rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]


@pytest.mark.parametrize("seed", SEEDS)
def test_dames_moved_wrongly_are_said_and_put_right_are_taken(seed: int) -> None:
    """Whatever the player does wrong in moving for the companion is announced, is no fault, and can be put right."""
    chance = random.Random(seed)  # noqa: S311 - a game, not a secret
    game = SoloGame(seed=seed, level=QUICK)
    for _ in range(25):
        game.dice()
        throw = game.throw
        moved_for = throw.side is COMPANION and throw.announced is not None and throw.plays.dice_playable
        if not moved_for or (throw.announced is not None and throw.announced.leaves):
            game.finish()
            continue
        right = game.as_announced()
        wrong = misplaced(throw, right, chance)
        since = len(game.listener.announced)
        if wrong not in (right, throw.base):
            game.show(game.board.play(wrong, 200))
            news = [
                one.kind for one in game.listener.announced[since:] if one.severity == "warning" or "still" in one.kind
            ]
            assert {"carried_out", "still_to_make"} & set(news), (throw.dice, throw.announced, news)
        game.move(right)
        assert game.now.position == right
        assert game.companion_state.to_move == ()
    accused = [one.fault for one in game.rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]
    assert accused == []


def test_a_killed_game_goes_on_with_the_same_announced_play(tmp_path: Path) -> None:
    """An announcement is on disk before it is said; after the kill it is said again, and nothing is asked again."""
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, toml_of(SoloGame().settings))
        game = SoloGame(seed=3, level=QUICK, journal=journal)
        while game.now.throw is None or not game.companion_state.to_move:
            game.turn(carry_out=False)
        announced, board = game.throw.announced, game.board.position
        assert journal.game is not None
        assert any(PlayAnnounced.__name__ in text for _, _, text in journal.entries(journal.game, "act"))
    with Journal(tmp_path / "journal.db") as journal:
        again = resume(journal, game.settings)
        assert again is not None
        other = SoloGame(seed=3, level=QUICK, resumed=Engine(again.settings, None, again.referee), board=game.board)
        other.table.repeat()
        assert other.throw.announced == announced
        assert other.listener.announced[-1].kind == "play_to_make"
        assert other.asked == []
        assert board == other.board.position
        other.move(other.as_announced())
        assert other.companion_state.to_move == ()
        assert other.listener.announced[-1].text["fr"] == "Merci, à vous."


def test_the_same_seed_and_level_play_the_same() -> None:
    """The companion's choice depends only on seed, position and dice."""
    games = [SoloGame(seed=7, level="debutant") for _ in range(2)]
    for game in games:
        for _ in range(8):
            game.turn()
    first, second = ([one for one in game.rulings if isinstance(one, PlayToMake)] for game in games)
    assert first == second


def test_a_hint_is_of_the_players_own_throw_and_drawn_on_the_board() -> None:
    game = SoloGame(seed=1, level=QUICK)
    assert game.ask("solo", do="hint") == "solo.do: a hint is for a throw of yours that is still to be played"
    game.dice((6, 4))
    assert game.throw.side is PLAYER
    assert game.ask("solo", do="hint") is None
    advice = game.listener.announced[-1]
    assert advice.kind == "advice"
    assert advice.text["fr"].startswith("Je jouerais ")
    shown = game.listener.shown[-1][0]
    assert isinstance(shown, TableState)
    assert any(play.moves == shown.advice for play in legal_plays(game.now.position, PLAYER, (6, 4)).plays)


def test_levels_change_and_stay_and_others_are_refused() -> None:
    game = SoloGame(seed=1)
    assert game.ask("solo", level="maitre") is None
    assert game.listener.announced[-1].text["fr"] == "Je joue maintenant au niveau maître."
    assert "expected one of " + ", ".join(levels("trictrac")) in str(game.ask("solo", level="dieu"))


def test_the_buttons_of_the_companions_side_are_the_players_requests() -> None:
    """*École* asks for a hint, *j'adoube* for the next level, *je m'en vais* twice in a row resigns."""
    game = SoloGame(seed=1)
    for level in ("confirme", "expert", "maitre", "debutant", "amateur"):
        press(game, Button.ADOUBE)
        assert game.table._seat is not None
        assert game.table._seat.level == level
    game.dice((6, 4))
    press(game, Button.ECOLE)
    assert [one.kind for one in game.listener.announced][-1] == "advice"
    press(game, Button.JE_M_EN_VAIS)
    game.board.t += 10
    press(game, Button.JE_M_EN_VAIS)
    assert game.now.winner is None, "one press at a time is a mistake"
    press(game, Button.JE_M_EN_VAIS)
    assert game.now.phase is Phase.OVER
    assert game.now.winner is COMPANION


def test_the_players_own_buttons_say_what_they_always_do() -> None:
    game = SoloGame(seed=1)
    game.dice((6, 4))
    press(game, Button.ECOLE, "near")
    assert "advice" not in [one.kind for one in game.listener.announced]


def press(game: SoloGame, button: Button, row: Row = "far") -> None:
    """A button of the board is pressed; Blancs, the player, sit at the near row."""
    game.board.t += 1
    game.table.step(Felt(game.board.t, Signal(game.board.t, row, button)))
    game.think()


def test_an_undone_throw_of_the_companions_takes_its_play_back_and_is_answered_alike() -> None:
    """Nothing is left to move for it then; thrown again, the same dice get the same play."""
    game = SoloGame(seed=2, level=QUICK)
    game.turn()
    game.dice((6, 4))
    assert game.throw.side is COMPANION
    first = [one for one in game.rulings if isinstance(one, PlayToMake)][-1]
    assert game.ask("undo") is None
    assert game.now.phase is Phase.TO_THROW
    assert game.companion_state.to_move == ()
    game.show(game.board.lift())
    game.dice((6, 4))
    again = [one for one in game.rulings if isinstance(one, PlayToMake)][-1]
    assert again.id != first.id
    assert again.moves == first.moves


def test_a_resigned_tour_is_the_companions() -> None:
    game = SoloGame(seed=1)
    game.turn()
    assert game.ask("solo", do="resign") is None
    assert game.now.phase is Phase.OVER
    assert game.now.winner is COMPANION


@pytest.mark.parametrize("mode", ["score", "referee"])
def test_opponent_and_coach_never_speak_where_the_table_keeps_the_score_or_referees(mode: str) -> None:
    """At a club's table nothing is thought about, announced, advised or reviewed, whatever is asked."""
    game = SoloGame(seed=2, mode=mode)
    for _ in range(8):
        game.turn()
    for do in ("hint", "throw", "resign"):
        assert f"the table is in mode {mode}" in str(game.ask("solo", do=do))
    assert game.asked == []
    ours = {"play_to_make", "carried_out", "advice", "reviewed", "still_to_make", "marks_amiss", "jeton_unseen"}
    assert ours.isdisjoint(one.kind for one in game.listener.announced)
    shown = [state for state, _ in game.listener.shown if isinstance(state, TableState)]
    assert shown
    assert not any(state.advice or state.to_move for state in shown), "pages and brokers show no more than is said"


def test_what_the_coach_found_is_kept_back_once_the_table_referees() -> None:
    """The hint was asked for in a lesson; the answer comes after the change of mode, and nobody gets it."""
    game = SoloGame(seed=4, mode="lesson")
    game.dice()
    hints: list[Refused | None] = []
    game.table.step(Asked(game.board.t, "solo", {"do": "hint"}, hints.append))
    game.table.step(Asked(game.board.t, "mode", {"mode": "referee"}, hints.append))
    assert hints == [None, None]
    assert game.questions
    game.think()
    assert "advice" not in {one.kind for one in game.listener.announced}
    assert not game.companion_state.advice


def test_a_lesson_says_which_play_was_better() -> None:
    """Random plays are often bad ones; what is said of them names a lawful play."""
    game = SoloGame(seed=4, mode="lesson")
    for _ in range(12):
        game.turn()
    news = [one for one in game.listener.announced if one.kind == "reviewed"]
    assert news
    assert all(one.text["fr"].startswith("Il y avait mieux") for one in news)


def test_virtual_dice_are_thrown_once_the_player_has_let_go() -> None:
    game = SoloGame(seed=5, level=QUICK, virtual=True)
    game.dice()
    game.move(game.board.lawful(PLAYER, game.throw.dice))
    assert game.throw.side is PLAYER
    game.show(game.board.look(75))
    assert game.throw.side is COMPANION
    assert game.companion_state.to_move
    game.move(game.as_announced())
    assert game.listener.announced[-1].text["fr"] == "Merci, à vous."
    game.dice((6, 5))
    assert (game.throw.side, game.throw.dice) == (PLAYER, (6, 5))


def test_settings_of_a_solo_game_are_read_and_others_named() -> None:
    read = parse('[table]\nmode = "solo"\n[solo]\nside = "blancs"\nlevel = "debutant"\ndice = "companion"\n')
    assert (read.solo.side, read.solo.level, read.solo.dice) == ("blancs", "debutant", "companion")
    with pytest.raises(SettingsError, match=r"solo\.level"):
        parse('[solo]\nlevel = "dieu"\n')


def test_in_a_partie_a_ecrire_the_companion_knows_what_the_marque_is_worth() -> None:
    text = '[table]\nmode = "solo"\n[solo]\nlevel = "debutant"\n[a_ecrire]\njoueurs = ["Alice", "Bruno"]\nmarques = 2\n'
    game = SoloGame(resumed=Engine(parse(text), None))
    for _ in range(4):
        game.dice()
        if game.throw.side is COMPANION:
            break
        game.move(game.board.lawful(PLAYER, game.throw.dice))
    (asked,) = (one for one in game.asked if one.side is COMPANION)
    assert isinstance(game.engine.referee, EcrireReferee)
    assert asked.situation.stake == stake(game.engine.referee.seated)


def test_with_jetons_the_companion_takes_the_ecoles_the_player_makes() -> None:
    """The player forgets to mark what he is owed: the companion calls it and marks it by its word (Lois XVII)."""
    game = SoloGame(seed=11, level=QUICK, jetons=True)
    for _ in range(60):
        game.turn(forgets=True)
        taken = [one for one in standing(game.rulings) if isinstance(one, FaultRuled) and one.window is Window.CLAIMED]
        if taken:
            break
    assert taken[0].fault.name in (FaultName.ECOLE_MOINS_J, FaultName.ECOLE_MOINS_A)
    assert taken[0].fault.by is PLAYER
    assert game.now.books.points_owed(COMPANION) == 0
    accused = [one for one in game.rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]
    assert accused == []


def test_a_beginner_forgets_points_and_the_player_may_call_it() -> None:
    """Where the companion marks less than its throw is worth the école is the player's (Lois XVII); maître errs not."""
    for level, errs in (("debutant", True), ("maitre", False)):
        game = SoloGame(seed=3, level=level, jetons=True)
        for _ in range(40):
            game.turn()
        made = [one for one in game.rulings if isinstance(one, FaultRuled) and one.fault.by is COMPANION]
        assert bool(made) is errs
        assert {one.fault.name for one in made} <= {FaultName.ECOLE_MOINS_J, FaultName.ECOLE_MOINS_A}


@pytest.mark.parametrize("read", [True, False])
def test_a_jeton_of_the_companion_that_was_not_moved_or_is_not_read_is_named_once(read: bool) -> None:
    """It says where the jeton should be, and whether it is seen at the talon or not seen at all."""
    game = SoloGame(seed=11, jetons=True, marks_for=(PLAYER,))
    while not game.now.score.of(COMPANION).points:
        game.turn()
    game.board.seen_jetons = read
    game.show(game.board.hand())
    game.show(game.board.look(300))
    said = [one.text["fr"] for one in game.listener.announced if one.kind in {"marks_amiss", "jeton_unseen"}]
    where = "Mon jeton est encore au talon" if read else "Je ne vois pas mon jeton"
    assert said == [f"{where}\N{NO-BREAK SPACE}: il devrait être à deux points."]


def test_a_jeton_of_the_player_that_is_out_of_sight_is_asked_for() -> None:
    """The companion says what it believes the jeton marks, so that no école follows from a jeton that is not read."""
    game = SoloGame(seed=11, jetons=True)
    while not game.now.score.of(PLAYER).points:
        game.turn()
    game.board.seen_jetons = False
    game.show(game.board.hand())
    game.show(game.board.look(300))
    assert game.now.score.of(PLAYER).points == 6
    assert [one.text["fr"] for one in game.listener.announced if one.kind == "jeton_unseen"] == [
        "Je ne vois pas votre jeton\N{NO-BREAK SPACE}: je le crois à six points."
    ]
