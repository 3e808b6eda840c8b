"""The same readings give the same rulings, and a referee can be stored and restored at any moment."""

from __future__ import annotations

import pickle

import pytest

from events.observation import Observation
from events.state import Mode
from events.trictrac.settings import Settings
from referee.games import take_in
from referee.trictrac.referee import Referee
from tests.referee.fake_table import Noise
from tests.referee.players import Players

SEEN_BADLY = Noise(wrong=0.01, die=0.01, blind=0.1)


def recorded(settings: Settings, seed: int, throws: int = 25) -> list[Observation]:
    """Return a table's observations of some throws by players who also err."""
    players = Players(settings, SEEN_BADLY, seed)
    for number in range(throws):
        if not players.whole_throw(own=(0, 2, -2)[number % 3]):
            break
    return players.seen


@pytest.mark.parametrize("mode", list(Mode))
def test_a_recording_replayed_gives_the_same_acts_and_rulings_byte_for_byte(mode: Mode) -> None:
    settings = Settings(mode=mode, jetons=True, pegs=True)
    seen = recorded(settings, seed=3)
    once, again = Referee(settings), Referee(settings)
    first = [repr(once.observe(observation)) for observation in seen]
    assert first == [repr(again.observe(observation)) for observation in seen]
    assert any("Marked" in line for line in first)


def test_a_referee_restored_from_a_pickle_goes_on_the_same() -> None:
    settings = Settings(mode=Mode.REFEREE, jetons=True, pegs=True)
    seen = recorded(settings, seed=4, throws=12)
    whole = Referee(settings)
    broken = Referee(settings)
    for number, observation in enumerate(seen):
        if number % 25 == 0:
            broken = pickle.loads(pickle.dumps(broken))  # noqa: S301 - written in this very line
        assert whole.observe(observation) == broken.observe(observation)
    assert whole.state() == broken.state()


def test_the_acts_alone_lead_to_the_same_situation() -> None:
    """This includes revisions and claims, so a journal only has to keep the log of acts."""
    settings = Settings(mode=Mode.REFEREE, jetons=True, pegs=True)
    referee = Referee(settings)
    acts = [act for observation in recorded(settings, seed=5) for act in referee.observe(observation).acts]
    again = Referee(settings)
    take_in(again, acts)
    assert again.judge.situation == referee.judge.situation
