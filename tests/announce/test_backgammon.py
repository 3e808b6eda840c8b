"""Backgammon in words, on MQTT and on the small display."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources

import jsonschema
import pytest

from announce.notice import Reprise
from announce.phrases.catalogue import languages
from announce.table_api.backgammon import BackgammonView
from announce.table_api.view import TableFacts
from events.backgammon.rulings import (
    CubeAnswered,
    CubeDenied,
    CubeOffered,
    CubeTrouble,
    Ending,
    GameBegan,
    GameWon,
    IllegalPlayRuled,
    OpeningRolled,
)
from events.rulings import ClaimRuled, ClaimVerdict, Disorder, Doubt, Played, Revised, ThrowWorth, Window
from events.state import Mode
from rules.backgammon.faults import ARTICLES, FaultName, IllegalPlay
from rules.backgammon.match import Win
from rules.play import Move
from rules.position import Side
from tests.announce.samples import BACKGAMMON, backgammon_announcements

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
PLAY = (Move(8, 5), Move(25, 20))


def ruled(name: FaultName, window: Window) -> IllegalPlayRuled:
    return IllegalPlayRuled("1", 2.0, 3, IllegalPlay(name, NOIRS, ARTICLES[name], (8, 25)), BLANCS, window, "1")


EVERYTHING = [
    GameBegan("1", 2.0, 0, 2, crawford=True),
    OpeningRolled("1", 2.0, 0, (4, 4)),
    ThrowWorth("1", 2.0, 3, NOIRS, (6, 5), (), 0),
    Played("1", 2.0, 3, NOIRS, (5, 3), PLAY, lawful=False),
    Played("1", 2.0, 3, NOIRS, (5, 3), (), lawful=True),
    Revised("1", 2.0, 3, NOIRS, PLAY),
    *(ruled(name, window) for name in FaultName for window in Window),
    *(ClaimRuled("1", 2.0, 3, BLANCS, verdict, None, 0, "") for verdict in set(ClaimVerdict) - {ClaimVerdict.UNSURE}),
    CubeOffered("1", 2.0, 3, NOIRS, 2),
    *(CubeAnswered("1", 2.0, 3, BLANCS, taken, 2) for taken in (True, False)),
    *(CubeDenied("1", 2.0, 3, BLANCS, why) for why in CubeTrouble),
    *(GameWon("1", 2.0, 3, BLANCS, Ending.BORNE_OFF, how, 2, 7, 3, over) for how in Win for over in (True, False)),
    Doubt("1", 2.0, 3, NOIRS, ((Move(6, 0),), (Move(6, 5),)), (0, 5)),
    Disorder("1", 2.0, 3, ((BLANCS, 6, 5, 4),)),
    Reprise("1", 2.0, BACKGAMMON),
]


@pytest.mark.parametrize("announced", EVERYTHING, ids=lambda announced: type(announced).__name__)
def test_everything_is_announced_in_whole_sentences(announced: object) -> None:
    """In every language: a capital first, a stop last, and no placeholder left."""
    (one,) = backgammon_announcements(announced, mode=Mode.SCORE, languages=languages())
    assert set(one.text) == set(languages())
    for text in one.text.values():
        assert text[0].isupper() or text[0].isdigit()
        assert text[-1] in ".?!"
        assert "{" not in text


def said(announced: object, language: str = "fr", mode: Mode = Mode.SCORE) -> str:
    (one,) = backgammon_announcements(announced, mode=mode, languages=(language,))
    return one.text[language]


def test_a_doubt_is_answered_in_the_words_it_is_asked_in() -> None:
    """The choices offered are those of the question, the furthest dame first in both."""
    doubt = Doubt("1", 2.0, 3, NOIRS, ((Move(8, 5), Move(25, 20)), (Move(25, 17),)), (17,))
    (asked,) = backgammon_announcements(doubt, mode=Mode.SCORE, languages=("en",))
    assert asked.choices == ("bar/20, 8/5", "bar/17")
    assert all(f"({choice})" in asked.text["en"] for choice in asked.choices)


def test_plays_are_written_as_players_write_them() -> None:
    """From the furthest dame on, in the player's own numbering."""
    assert said(Played("1", 2.0, 3, NOIRS, (5, 3), PLAY, lawful=True)) == "Les noirs jouent bar/20, 8/5."
    assert said(Played("1", 2.0, 3, NOIRS, (6, 6), (Move(4, 0),), lawful=True), "en") == "Black plays 4/off."


def test_an_open_fault_is_kept_back_when_refereeing() -> None:
    """The adversary must notice an illegal play; it is announced once it is claimed or its time is over."""
    fault = ruled(FaultName.BAR_OUBLIEE, Window.OPEN)
    assert not backgammon_announcements(fault, mode=Mode.REFEREE)
    assert backgammon_announcements(fault, mode=Mode.REFEREE, prompting=True)
    assert backgammon_announcements(replace(fault, window=Window.CLOSED), mode=Mode.REFEREE)


def test_the_state_fits_its_schema() -> None:
    """With a trait and without, in a match and in basis."""
    text = (resources.files("announce.table_api") / "schemas" / "state-backgammon.json").read_text("utf-8")
    for state in (BACKGAMMON, replace(BACKGAMMON, trait=None, dice=(3, 1), plays=(PLAY,))):
        jsonschema.validate(BackgammonView().payload(state, TableFacts(table="salon")), json.loads(text))


def test_allowed_plays_are_said_in_words() -> None:
    payload = BackgammonView().payload(
        replace(BACKGAMMON, trait=NOIRS, plays=(PLAY,)),
        TableFacts(table="salon"),
    )
    words = payload["plays_in_words"]
    assert isinstance(words, dict)
    assert words["en"] == ["The bar to twenty and eight to five"]


def test_a_board_much_out_of_order_is_announced_in_three_places_and_a_number() -> None:
    """As at the trictrac: more than three are not kept in mind by a listener."""
    knocked = Disorder("1", 2.0, 3, tuple((BLANCS, case, 5, 4) for case in (6, 8, 13, 24)))
    (one,) = backgammon_announcements(knocked, mode=Mode.SCORE)
    assert one.text["en"].count("expected") == 3
    assert one.text["en"].endswith(" And one more point.")


def test_the_small_display() -> None:
    """Four lines of at most twenty characters."""
    assert BackgammonView().lines(BACKGAMMON, TableFacts(table="salon")) == (
        "Blancs  3 143 pip",
        "Noirs   6  74 pip",
        "> Noirs",
        "videau 4",
    )
