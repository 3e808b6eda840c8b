"""The partie à écrire from the first throw to the last fiche (Lois II, V, XV, XVI, XIX), with worked accounts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.a_ecrire import (
    Bredouille,
    Convention,
    Issue,
    PartieAEcrire,
    Rencontre,
    SeatedPartie,
    bredouille,
    issue,
)
from rules.games.paiement_a_ecrire import Prix, comptes, paris, prix, prix_des_paris
from rules.marking import Holding, Score
from rules.position import Side

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
DEUX = (("A",), ("B",))
TROIS = (("A",), ("B",), ("C",))
QUATRE = (("A", "C"), ("B", "D"))


def marks(blancs: int, noirs: int, pavillon: Side | None = None) -> Score:
    return Score(Holding(trous=blancs), Holding(trous=noirs), pavillon)


def played(partie: PartieAEcrire, results: str) -> tuple[PartieAEcrire, list[str]]:
    """Play marqués: "A7-4" is the winner (who sits at Blancs) and the trous, a p adds the pavillon, "6-6" is a refait.

    Return the partie and the players of each marqué, the one with the primauté first.
    """
    tables = []
    for result in results.split():
        rencontre = partie.rencontre
        assert rencontre is not None
        tables.append(rencontre.premier + rencontre.second)
        won = result.strip("ABCDp") if result[0].isalpha() else result
        trous, adverses = map(int, won.split("-"))
        score = marks(trous, adverses, BLANCS if result.endswith("p") else None)
        partie, _ = partie.end_marque(score, result[0] if result[0].isalpha() else rencontre.premier)
    return partie, tables


def accounts(partie: PartieAEcrire) -> dict[str, tuple[Fraction | int, ...]]:
    found = comptes(partie.convention, partie.marques)
    return {name: (each.marques, each.queue, each.paris, each.total, each.fiches) for name, each in found.items()}


def test_two_players_eight_marques() -> None:
    """Lois XIX, a whole partie: 5 - 16 + 7 + 56 - 16 + 5 + 10 + 3 = 54; queue 8 - 2; two paris 28 + 8; 96 jetons."""
    partie = PartieAEcrire.start(Convention(DEUX, 8), "A", "B")
    partie, tables = played(partie, "A7-4 B6-0 6-6 A8-5 A12-0 B9-6p A6-3 A10-2 A7-6")
    assert partie.over
    assert tables == ["AB", "BA", "AB", "AB", "BA", "AB", "BA", "AB", "BA"]
    won = (54, 6, 36, 96, Fraction(96, 5))
    assert accounts(partie) == {"A": won, "B": tuple(-each for each in won)}


def test_three_players_six_marques() -> None:
    """Lois XIX, à la chouette: the third is consoled each time; each meets each twice; one postillon, C's over B."""
    partie = PartieAEcrire.start(Convention(TROIS, 6), "A", "B")
    partie, tables = played(partie, "B6-2 C8-7 C12-0 6-6 A7-3 A6-0 C9-8")
    assert partie.over
    assert tables == ["AB", "AC", "CB", "BA", "BA", "AC", "CB"]
    assert accounts(partie) == {
        "A": (21, -2, 0, 19, Fraction(19, 5)),
        "B": (-69, -3, -28, -100, -20),
        "C": (48, 5, 28, 81, Fraction(81, 5)),
    }


def test_four_players_eight_marques() -> None:
    """Lois XIX, in pairs: A and C share 4 of the marqués, 6 of the queue, and four postillons, three won, one lost."""
    partie = PartieAEcrire.start(Convention(QUATRE, 8), "A", "B")
    partie, tables = played(partie, "A6-4 C7-0 D8-6 A6-0 A9-5 6-6 7-7 C6-5 D12-8p A7-6")
    assert partie.over
    assert tables == ["AB", "BC", "CD", "DA", "AB", "BC", "BC", "BC", "CD", "DA"]
    won = (2, 3, 28, 33, Fraction(33, 5))
    lost = tuple(-each for each in won)
    assert accounts(partie) == {"A": won, "C": won, "B": lost, "D": lost}


def price(score: Score, *, refaits: int = 0) -> Prix:
    convention = Convention(DEUX, 2)
    partie = PartieAEcrire(convention, Rencontre(1, "A", "B", refaits))
    partie, _ = partie.end_marque(score, "A")
    return prix(partie.marques[0], convention)


@pytest.mark.parametrize(
    ("score", "refaits", "expected"),
    [
        (marks(7, 4), 0, Prix(3, 2)),
        (marks(6, 0), 0, Prix(12, 4)),
        (marks(9, 6, BLANCS), 0, Prix(12, 4)),
        (marks(12, 0), 0, Prix(48, 8)),
        (marks(13, 9, BLANCS), 0, Prix(43, 8)),
        (marks(7, 4), 1, Prix(3, 4)),
        (marks(7, 4), 2, Prix(3, 8)),
        (marks(6, 0), 1, Prix(12, 8)),
        (marks(12, 0), 2, Prix(48, 32)),
    ],
)
def test_price_of_a_marque(score: Score, refaits: int, expected: Prix) -> None:
    """Lois XIX: one, two or four jetons a trou, less the loser's; consolation 2, 4 or 8, doubled by each refait."""
    assert price(score, refaits=refaits) == expected


@pytest.mark.parametrize(
    ("score", "winner", "expected"),
    [
        (marks(5, 0), BLANCS, Bredouille.SIMPLE),
        (marks(6, 0), BLANCS, Bredouille.PETITE),
        (marks(11, 0), BLANCS, Bredouille.PETITE),
        (marks(12, 0), BLANCS, Bredouille.GRANDE),
        # The other marked and went away: simple (Lois XVI).
        (marks(8, 2, NOIRS), BLANCS, Bredouille.SIMPLE),
        # The second keeps the pavillon; the first took it back.
        (marks(5, 6, NOIRS), NOIRS, Bredouille.PETITE),
        (marks(5, 6, None), NOIRS, Bredouille.SIMPLE),
        (marks(10, 14, NOIRS), NOIRS, Bredouille.GRANDE),
    ],
)
def test_petite_and_grande_bredouille(score: Score, winner: Side, expected: Bredouille) -> None:
    """Lois XV: six or twelve trous d'affilée, for the first as for the second to mark."""
    assert bredouille(score, winner) is expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (marks(5, 5), Issue.RELEVE),
        (marks(6, 5), Issue.GAGNE),
        (marks(2, 6), Issue.GAGNE),
        (marks(6, 6), Issue.REFAIT),
        (marks(9, 9), Issue.REFAIT),
    ],
)
def test_leaving_ends_the_marque_from_six_trous(score: Score, expected: Issue) -> None:
    """Lois II, XVI: six trous on a side end it; equal, it is played again; short of six it goes on."""
    assert issue(score) is expected


def test_refait_keeps_players_and_primaute() -> None:
    """Lois V, XIX: the same two, the same first; and a relevé changes nothing."""
    start = PartieAEcrire.start(Convention(TROIS, 3), "B", "C")
    again, found = start.end_marque(marks(7, 7), "C")
    assert (again.rencontre, found) == (Rencontre(1, "B", "C", 1), Issue.REFAIT)
    assert again.end_marque(marks(4, 5), "C") == (again, Issue.RELEVE)


@pytest.mark.parametrize(
    ("won", "lost", "count", "jetons"), [(5, 3, 1, 28), (6, 2, 2, 36), (8, 0, 4, 52), (4, 4, 0, 0)]
)
def test_paris_of_eight_marques(won: int, lost: int, count: int, jetons: int) -> None:
    """Lois XIX: the contingent of eight marqués is four; the first beyond is the postillon, 28; eight for each more."""
    assert (paris(won, lost), paris(lost, won), prix_des_paris(paris(won, lost))) == (count, 0, jetons)


def test_queue_is_shared_by_equals() -> None:
    """Lois XIX: both won 6-4, the queue of two is divided."""
    partie, _ = played(PartieAEcrire.start(Convention(DEUX, 2), "A", "B"), "A6-4 B6-4")
    assert [each.queue for each in comptes(partie.convention, partie.marques).values()] == [0, 0]
    # Of three players two are ahead by eight each: three jetons make one and a half for either.
    partie, _ = played(PartieAEcrire.start(Convention(TROIS, 3), "A", "B"), "A12-3 C7-6 C7-6")
    half = Fraction(1, 2)
    assert [(marques, queue) for marques, queue, *_ in accounts(partie).values()] == [
        (8, half),
        (-16, -2),
        (8, 3 * half),
    ]


def test_no_queue_by_convention() -> None:
    """Lois XIX: it is left out where the score is kept in writing."""
    partie, _ = played(PartieAEcrire.start(Convention(DEUX, 2, mise=0), "A", "B"), "A6-4 A6-4")
    assert [each.queue for each in comptes(partie.convention, partie.marques).values()] == [0, 0]


@pytest.mark.parametrize(
    ("camps", "marques", "complaint"),
    [
        (DEUX, 7, "7 marqués: expected a multiple of the 2 players"),
        (TROIS, 8, "multiple of the 3 players"),
        (QUATRE, 0, "0 marqués"),
        ((("A", "B"), ("C",)), 3, "two or three single players, or two pairs"),
        ((("A",), ("A",)), 2, "different names"),
    ],
)
def test_conventions_that_cannot_be(camps: tuple[tuple[str, ...], ...], marques: int, complaint: str) -> None:
    """Lois XIX: a multiple of the number of players."""
    with pytest.raises(ValueError, match=complaint):
        Convention(camps, marques)


def test_a_player_who_is_not_at_the_table_is_refused() -> None:
    partie = PartieAEcrire.start(Convention(TROIS, 3), "A", "B")
    with pytest.raises(ValueError, match="'C' is not at the table, expected 'A' or 'B'"):
        partie.end_marque(marks(6, 0), "C")
    with pytest.raises(ValueError, match="of one camp"):
        PartieAEcrire.start(Convention(QUATRE, 4), "A", "C")
    with pytest.raises(ValueError, match="'E' does not play"):
        PartieAEcrire.start(Convention(QUATRE, 4), "A", "E")
    over, _ = played(PartieAEcrire.start(Convention(DEUX, 2), "A", "B"), "A6-4 B6-4")
    with pytest.raises(ValueError, match="all 2 marqués are played"):
        over.end_marque(marks(6, 0), "A")


@given(st.sampled_from((DEUX, TROIS, QUATRE)), st.integers(1, 4), st.integers(0, 2**32))
def test_everybody_meets_everybody_and_the_accounts_balance(
    camps: tuple[tuple[str, ...], ...], rounds: int, seed: int
) -> None:
    """Lois XIX: in any case adversaries meet equally often, none plays three in a row, no jeton is lost or made."""
    random = Random(seed)  # noqa: S311 - results of a game, not secrets
    convention = Convention(camps, rounds * sum(map(len, camps)))
    partie = PartieAEcrire.start(convention, "A", "B")
    tables: list[frozenset[str]] = []
    while (rencontre := partie.rencontre) is not None:
        table = rencontre.premier, rencontre.second
        score = marks(random.randint(0, 14), random.randint(0, 14), random.choice((None, *Side)))
        partie, found = partie.end_marque(score, random.choice(table))
        if found is Issue.GAGNE:
            tables.append(frozenset(table))
    meetings = Counter(tables)
    assert len(set(meetings.values())) == 1
    assert len(meetings) == {2: 1, 3: 3, 4: 4}[len(convention.joueurs)]
    if len(convention.joueurs) > 2:
        assert not any(a & b & c for a, b, c in zip(tables, tables[1:], tables[2:], strict=False))
    assert sum(each.total for each in comptes(convention, partie.marques).values()) == 0


A_TROIS = Convention(TROIS, 3)


@pytest.mark.parametrize("first", Side)
def test_the_first_two(first: Side) -> None:
    """Lois V: the dice decide the primauté, whatever the player's dames."""
    seated = SeatedPartie.start(A_TROIS, "A", "B", first)
    assert (seated.blancs, seated.noirs, seated.first) == ("A", "B", first)
    rencontre = seated.partie.rencontre
    assert rencontre is not None
    assert rencontre.premier == ("A" if first is BLANCS else "B")


@pytest.mark.parametrize(
    ("score", "blancs", "noirs", "first"), [(marks(7, 4), "C", "B", NOIRS), (marks(4, 7), "A", "C", BLANCS)]
)
def test_the_player_who_stays_keeps_his_dames_and_has_the_primaute(
    score: Score, blancs: str, noirs: str, first: Side
) -> None:
    """Lois XIX: the winner of the first marqué gives up his place."""
    seated, issue = SeatedPartie.start(A_TROIS, "A", "B", BLANCS).end_marque(score)
    assert (seated.blancs, seated.noirs, seated.first, issue) == (blancs, noirs, first, Issue.GAGNE)


@pytest.mark.parametrize(("score", "issue"), [(marks(7, 7), Issue.REFAIT), (marks(5, 2), Issue.RELEVE)])
def test_a_refait_and_a_releve_leave_everybody_where_he_is(score: Score, issue: Issue) -> None:
    """Lois II, XIX: the same players, and the same primauté."""
    seated, found = SeatedPartie.start(A_TROIS, "A", "B", NOIRS).end_marque(score)
    assert (seated.blancs, seated.noirs, seated.first, found) == ("A", "B", NOIRS, issue)


def test_the_last_marque() -> None:
    """No side has the primauté of a finished game; the last players are still named."""
    seated = SeatedPartie.start(A_TROIS, "A", "B", BLANCS)
    for score in (marks(7, 4), marks(7, 4), marks(7, 4)):
        before = seated
        seated, _ = seated.end_marque(score)
    assert (seated.blancs, seated.noirs, seated.first) == (before.blancs, before.noirs, None)


def test_changing_places() -> None:
    """The two players exchange dames, and the primauté stays with its player."""
    seated = SeatedPartie.start(A_TROIS, "A", "B", BLANCS).with_seats("B", "A")
    assert (seated.blancs, seated.noirs, seated.first) == ("B", "A", NOIRS)
    with pytest.raises(ValueError, match="'A' and 'C': expected 'B' and 'A', in either order"):
        seated.with_seats("A", "C")
