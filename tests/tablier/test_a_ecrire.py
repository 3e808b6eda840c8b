"""A partie à écrire at a table: settings, who sits where by request, journal, record and settlement sheet."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from announce.report.sheet import sheet
from announce.table_api.api import TableApi
from announce.table_api.trictrac import EcrireView
from events.a_ecrire import EcrireState, MarqueRuled, PlayersSeated
from events.codec import act_of, text_of
from events.state import Mode
from referee.a_ecrire.referee import EcrireReferee
from rules.games.a_ecrire import Bredouille, Convention, Marque, PartieAEcrire, Rencontre
from rules.games.paiement_a_ecrire import comptes
from rules.record.reading import parse as parse_record
from tablier.games import game_played, known_acts
from tablier.games.game import PlayedGame
from tablier.games.requests import RequestError
from tablier.games.trictrac.agreement import EcrireAgreement
from tablier.runtime.engine import Engine
from tablier.runtime.resume import resume
from tablier.storage.game_record import sheet_of
from tablier.storage.journal import Journal
from tablier.storage.settings import SettingsError
from tablier.storage.settings_file import parse, toml_of
from tests.announce.samples import announcements
from tests.referee.test_a_ecrire import TROIS, Table

SETTINGS = parse('[a_ecrire]\njoueurs = ["Alice", "Bruno", "Chloé"]\nmarques = 3\n')


def test_the_settings_name_the_players_and_what_is_agreed() -> None:
    """Of four, the first and third are partners; the first two camps sit down first."""
    assert SETTINGS.agreement(EcrireAgreement).convention == TROIS
    four = parse('[a_ecrire]\njoueurs = ["A", "B", "C", "D"]\nmarques = 4\n')
    assert four.agreement(EcrireAgreement).convention == Convention((("A", "C"), ("B", "D")), 4)
    assert parse(toml_of(SETTINGS)) == SETTINGS
    referee = Engine(four, None).referee
    assert isinstance(referee, EcrireReferee)
    assert (referee.seated.blancs, referee.seated.noirs) == ("A", "B")
    assert parse("").agreement(EcrireAgreement).convention is None


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[a_ecrire]\njoueurs = ["A"]', "a_ecrire: camps"),
        ('[a_ecrire]\njoueurs = ["A", "A"]', "a_ecrire: players"),
        ('[a_ecrire]\njoueurs = ["A", "B", "C"]\nmarques = 4', "a_ecrire: 4 marqués"),
        ('[table]\ngame = "backgammon"\n[a_ecrire]\njoueurs = ["A", "B"]', "a_ecrire.joueurs"),
        ('[a_ecrire]\njoueurs = [" A", "B"]', "a_ecrire.joueurs"),
        (
            '[a_ecrire]\njoueurs = ["A", "B\\u202eC"]',
            r"joueurs\[1\]: .*, expected letters that can all be printed",
        ),
        (
            '[a_ecrire]\njoueurs = ["A", "B\\tC"]',
            r"joueurs\[1\]: .*, expected letters that can all be printed",
        ),
    ],
)
def test_an_impossible_convention_is_named(text: str, wrong: str) -> None:
    with pytest.raises(SettingsError, match=wrong):
        game_played(parse(text))


def test_players_can_change_seats() -> None:
    """A request sets it and the journal keeps it; other tables refuse it."""
    engine = Engine(SETTINGS, None)
    request = engine.request("seat", {"blancs": "Bruno", "noirs": "Alice"}, 1.0)
    assert request == PlayersSeated(1.0, "", "Bruno", "Alice")
    assert act_of(text_of(request), known_acts()) == request
    engine.on_request(request)
    state = engine.state()
    assert isinstance(state, EcrireState)
    assert state.seated.blancs == "Bruno"
    with pytest.raises(RequestError, match="request: 'seat', expected claim"):
        Engine(parse(""), None).request("seat", {"blancs": "A", "noirs": "B"}, 1.0)
    for blancs, noirs in (("Alice", "Zoé"), ("Alice", "Alice"), ("Alice", "Chloé")):
        with pytest.raises(RequestError, match=r"^seat: .* expected 'Bruno' and 'Alice', in either order"):
            engine.request("seat", {"blancs": blancs, "noirs": noirs}, 2.0)


@pytest.fixture(scope="module")
def table() -> Table:
    """Return a table at which two of three marqués were played."""
    table = Table(TROIS)
    for _ in range(2):
        table.trou(6, 6)
        table.leave()
    return table


def test_it_goes_on_from_its_journal(table: Table, tmp_path: Path) -> None:
    """After a kill following the change of players, players and marqués are the same."""
    with Journal(tmp_path / "journal.db") as journal:
        journal.start(0.0, toml_of(SETTINGS))
        journal.add([(act.t, "act", text_of(act)) for act in table.players.acts])
        found = resume(journal, parse(""))
    assert found is not None
    assert found.settings.agreement(EcrireAgreement).convention == TROIS
    assert found.referee.state() == table.referee.state()


def marques(table: Table) -> list[MarqueRuled]:
    """Return how each marqué ended."""
    rulings: list[object] = [*table.players.rulings]
    return [ruling for ruling in rulings if isinstance(ruling, MarqueRuled)]


def test_the_record_has_the_players_where_they_sat(table: Table) -> None:
    """The winner of a marqué is the player whom the sheet names, also after the two change seats."""
    seated = PlayersSeated(0.0, "Anne", "Bruno", "Alice")
    played = PlayedGame(SETTINGS, 1, table.players.rulings, datetime.date(2026, 11, 20), (seated,))
    _, text = game_played(SETTINGS).record(played)
    first, *_ = parse_record(text).manches
    assert (first.blancs, first.noirs) == ("Bruno", "Alice")
    assert "note: par Anne : blancs Bruno, noirs Alice" in text


def test_the_record_has_a_section_for_each_marque(table: Table) -> None:
    """Each section has the players' dames and the result, and can be read back."""
    played = PlayedGame(SETTINGS, 1, table.players.rulings, datetime.date(2026, 11, 20))
    name, text = game_played(SETTINGS).record(played)
    assert name == "game-1.trictrac"
    record = parse_record(text)
    assert record.jeu == TROIS
    ended = [manche for manche in record.manches if manche.resultat is not None]
    announced = marques(table)
    assert len(ended) == len(announced) == 2
    assert (ended[0].blancs, ended[0].noirs) == ("Alice", "Bruno")
    assert (ended[1].blancs, ended[1].noirs) == (announced[0].blancs, announced[0].noirs)
    for manche, ruling in zip(ended, announced, strict=True):
        assert manche.resultat is not None
        assert (manche.resultat.winner, (manche.resultat.blancs, manche.resultat.noirs)) == (ruling.side, ruling.trous)


def test_the_sheet_is_what_the_rules_pay() -> None:
    """Lois XIX by hand: six trous to two, simple: 6 - 2, 2 doubled by a refait, and the other's jeton of the queue."""
    deux = Convention((("Alice",), ("Bruno",)), 2)
    marque = Marque(Rencontre(1, "Alice", "Bruno", refaits=1), "Bruno", 6, 2, Bredouille.SIMPLE)
    text = sheet(PartieAEcrire(deux, None, (marque,)), "fr")
    assert "1       Bruno    Alice    6-2    simple      1        4 + 4" in text
    assert comptes(deux, (marque,))["Bruno"].total == 4 + 4 + 1
    assert "Bruno   +8       +1     0      +9     +1 4/5" in text


def test_the_sheet_follows_the_rulings(table: Table) -> None:
    """As many lines as marqués were won, and every player's account."""
    text = sheet_of(TROIS, "fr", table.players.rulings)
    assert text.replace("\u00a0", " ").startswith("Partie à écrire : 2 marqués sur 3")
    assert all(name in text for name in TROIS.joueurs)


def test_the_end_of_a_marque_is_announced_with_who_comes_next(table: Table) -> None:
    """Names as the players gave them."""
    ruled = marques(table)[0]
    (one,) = announcements(ruled, mode=Mode.SCORE)
    assert ruled.marque is not None
    assert ruled.marque.vainqueur in one.text["fr"]
    assert f"{ruled.blancs} a les blancs" in one.text["fr"]
    assert "begins" in one.text["en"]


def test_the_state_carries_the_partie(table: Table) -> None:
    """Besides the throws, for page and broker."""
    published: list[str] = []
    api = TableApi("salon", view=EcrireView())
    api.follow(lambda _name, text: published.append(text))
    api.publish_state(table.referee.state())
    assert '"partie":{"blancs":' in published[0]
    assert '"marque":3' in published[0]
