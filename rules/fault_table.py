"""The table of faults: who commits each, which acts open and close its window, who may do what (docs/faults.md).

J threw the throw in question, A is the adversary. Windows are acts, never seconds. Where the Lois are silent Jeu 3 is
followed, and the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.fault import FaultName, RemedyName


class Who(StrEnum):
    """The part a side has in the throw."""

    J = "J"
    A = "A"
    EITHER = "either"


class Moment(StrEnum):
    """The acts that open and close windows."""

    TOUCH = "touch"  # J's first dame leaves its case
    PLACED = "placed"  # J lets a dame go
    PLAY_ENDS = "play_ends"  # J has played
    RELEASE = "release"  # the one at fault lets his jeton or fichet go
    DICE_LIFTED = "dice_lifted"  # J takes the dice up
    DEPARTURE = "departure"  # J says that he goes, or takes up his dames
    ASSENT = "assent"  # A agrees, in words or by taking up his own dames
    THROW = "throw"  # dice are thrown by somebody
    THROW_A = "throw_a"  # A throws, the next throw
    THROW_J = "throw_j"  # J throws his next throw
    THROW_CLAIMANT = "throw_claimant"  # whoever may claim throws
    NEXT_PLAY_ENDS = "next_play_ends"  # the throw after this one has been played


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the table.

    variant: a letter where one fault has several cases; by: who commits it; claimed: whether the other side may do
    anything about it; opens, closes: between these acts it may (the first of `closes` that comes); remedies: all it may
    choose from, though not every one is possible in every position; lois, jeu: the articles, None where silent.
    """

    name: FaultName
    variant: str = ""
    by: Who
    claimed: bool = True
    opens: Moment
    closes: tuple[Moment, ...]
    remedies: tuple[RemedyName, ...] = ()
    lois: str | None = None
    jeu: str | None = None

    @property
    def article(self) -> str:
        """Where it stands written, in both codes."""
        return "; ".join(place for place in (self.lois, self.jeu) if place)


_MARK = (RemedyName.MARK,)
_THAT_DAME = (RemedyName.LEAVE, RemedyName.REPLAY_DAME)
_REPLAY = (*_THAT_DAME, RemedyName.TAKE_BACK, RemedyName.REPLAY_LEGALLY)
_BOTH = (RemedyName.LEAVE, RemedyName.REPLAY_BOTH, RemedyName.TOUT_D_UNE, RemedyName.REPLAY_LEGALLY)
_INTERDITE = (RemedyName.REPLAY_DAME, RemedyName.TAKE_BACK, RemedyName.REPLAY_LEGALLY, RemedyName.TOUT_D_UNE)


def _ecole(
    name: FaultName,
    by: Who,
    opens: Moment,
    closes: Moment,
    jeu: str,
    remedies: tuple[RemedyName, ...] = _MARK,
    *,
    variant: str = "",
    lois: str = "Lois XVII 3",
) -> Row:
    return Row(
        name=name,
        variant=variant,
        by=by,
        opens=opens,
        closes=(closes,),
        remedies=remedies,
        lois=lois,
        jeu=f"Jeu 3, {jeu}",
    )


def _case(
    name: FaultName,
    jeu: str,
    remedies: tuple[RemedyName, ...],
    *,
    lois: str | None = "Lois XVII 2",
    opens: Moment = Moment.PLAY_ENDS,
) -> Row:
    """A fault of the dames: J's, and A's to have mended until he throws."""
    closes = (Moment.THROW_A,)
    return Row(name=name, by=Who.J, opens=opens, closes=closes, remedies=remedies, lois=lois, jeu=f"Jeu 3, {jeu}")


TABLE: tuple[Row, ...] = (
    # When nothing can be played no dame is touched, and A's throw both ends J's time to mark and A's to claim: nobody
    # can mark this école (Jeu 3, école impossible).
    _ecole(FaultName.ECOLE_MOINS_J, Who.J, Moment.TOUCH, Moment.THROW_A, "écoles par moins"),
    _ecole(FaultName.ECOLE_MOINS_A, Who.A, Moment.THROW_A, Moment.THROW_J, "écoles par moins"),
    _ecole(FaultName.ECOLE_TROP_J, Who.J, Moment.RELEASE, Moment.THROW_A, "écoles par trop"),
    _ecole(FaultName.ECOLE_TROP_A, Who.A, Moment.RELEASE, Moment.THROW_J, "écoles par trop"),
    _ecole(FaultName.ECOLE_PARTIELLE, Who.EITHER, Moment.RELEASE, Moment.THROW_CLAIMANT, "école d'école"),
    _ecole(FaultName.FAUSSE_ECOLE, Who.EITHER, Moment.RELEASE, Moment.THROW_CLAIMANT, "fausse école"),
    _ecole(FaultName.AUGMENTATION, Who.EITHER, Moment.RELEASE, Moment.THROW, "augmentation d'école"),
    *(
        _ecole(name, Who.J, opens, Moment.THROW_A, jeu, remedies, variant=variant)
        for name, jeu, mend in (
            (FaultName.ECOLE_REMPLIR, "école liée au remplissage 1.", RemedyName.FILL),
            (FaultName.ECOLE_CONSERVER, "école liée à la conservation 1.", RemedyName.KEEP),
        )
        for variant, opens, jeu, remedies in (
            ("a", Moment.TOUCH, jeu + "1", (RemedyName.MARK, RemedyName.LEAVE, mend)),
            ("b", Moment.PLAY_ENDS, jeu + "2", (RemedyName.MARK, RemedyName.LEAVE, mend)),
            ("c", Moment.RELEASE, jeu + "3", _MARK),
        )
    ),
    _ecole(
        FaultName.ECOLE_SORTIE,
        Who.J,
        Moment.PLAY_ENDS,
        Moment.THROW_A,
        "école liée à la sortie",
        (RemedyName.MARK, RemedyName.LEAVE, RemedyName.TAKE_OUT),
    ),
    _ecole(FaultName.DEUX_JETONS, Who.EITHER, Moment.NEXT_PLAY_ENDS, Moment.THROW_CLAIMANT, "école des deux jetons"),
    _ecole(
        FaultName.IMPUISSANTE,
        Who.J,
        Moment.PLAY_ENDS,
        Moment.THROW_A,
        "école liée aux dames impuissantes",
        (RemedyName.MARK_IMPUISSANCE, RemedyName.REPLAY_LEGALLY),
        lois="Lois VI",
    ),
    Row(
        name=FaultName.DEPART_SUR_ECOLE,
        by=Who.J,
        opens=Moment.DEPARTURE,
        closes=(Moment.ASSENT, Moment.THROW_A),
        remedies=(RemedyName.MARK, RemedyName.REPLAY_DAME),
        lois="Lois XVI",
        jeu="Jeu 3, chronologie du marquage et prise de trous",
    ),
    _case(
        FaultName.CASE_INTERDITE_1,
        "cases interdites 1",
        _INTERDITE,
        lois="Lois IX, XVII 2",
        opens=Moment.PLACED,
    ),
    _case(
        FaultName.CASE_INTERDITE_2,
        "cases interdites 2",
        _INTERDITE,
        lois="Lois IX, XVII 2",
        opens=Moment.PLACED,
    ),
    _case(FaultName.CASE_INTERDITE_3, "cases interdites 3", _INTERDITE, lois="Lois VII, XVII 2", opens=Moment.PLACED),
    _case(FaultName.CASE_INTERDITE_4, "cases interdites 4", _INTERDITE, lois="Lois XIV, XVII 2", opens=Moment.PLACED),
    # Unseen it stands; at J's next throw A may have it moved first, if it can be (`rules.faults.interdite`).
    Row(
        name=FaultName.CASE_INTERDITE_4,
        variant="b",
        by=Who.J,
        opens=Moment.THROW_J,
        closes=(Moment.PLAY_ENDS,),
        remedies=(RemedyName.REPLAY_DAME,),
        lois="Lois XIV",
        jeu="Jeu 3, cases interdites, traitement 3",
    ),
    _case(FaultName.FAUSSE_CASE_1, "fausse case 1", _THAT_DAME),
    _case(FaultName.FAUSSE_CASE_2, "fausse case 2", _REPLAY, lois="Lois VII, XVII 2"),
    _case(FaultName.FAUSSE_CASE_3, "fausse case 3", _THAT_DAME),
    # Not until the second dame is touched where the code lets J move the first one on (tolerance_premiere_dame).
    _case(
        FaultName.FAUSSE_CASE_4_1,
        "fausse case 4.1",
        (*_REPLAY, RemedyName.REPLAY_BOTH, RemedyName.TOUT_D_UNE),
        lois="Lois VI, XVII 2",
    ),
    _case(
        FaultName.FAUSSE_CASE_4_2,
        "fausse case 4.2",
        (*_REPLAY, RemedyName.REPLAY_BOTH, RemedyName.TOUT_D_UNE, RemedyName.BACK_TO_HIGHER),
        lois="Lois VI, XVII 2",
        opens=Moment.PLACED,
    ),
    _case(
        FaultName.FAUSSE_CASE_5,
        "fausse case 5",
        (
            RemedyName.LEAVE,
            RemedyName.REPLAY_DAME,
            RemedyName.TOUT_D_UNE,
            RemedyName.REPLAY_BOTH,
            RemedyName.FORBID_COIN,
        ),
        lois="Lois IX, XVII 2",
    ),
    _case(
        FaultName.FAUSSE_CASE_6,
        "fausse case 6",
        (RemedyName.LEAVE, RemedyName.PLAY_HIGHER),
        lois="Lois VI, XVII 2",
    ),
    _case(
        FaultName.FAUSSE_CASE_7,
        "fausse case 7",
        (RemedyName.MARK_IMPUISSANCE, RemedyName.REPLAY_LEGALLY),
        lois="Lois VI, XVII 2",
    ),
    _case(
        FaultName.FAUSSE_CASE_8,
        "fausse case 8",
        (RemedyName.LEAVE, RemedyName.REPLAY_LEGALLY),
        lois="Lois VI, VIII, XVII 2",
    ),
    _case(FaultName.FAUSSE_CASE_9, "fausse case 9", _BOTH, lois=None),
    _case(
        FaultName.FAUSSE_CASE_10,
        "fausse case 10",
        (RemedyName.LEAVE, RemedyName.FILL),
        lois="Lois XIII, XVII 2",
    ),
    _case(
        FaultName.FAUSSE_CASE_11,
        "fausse case 11",
        (RemedyName.LEAVE, RemedyName.KEEP),
        lois="Lois XIII, XVII 2",
    ),
    Row(
        name=FaultName.COUVRIR,
        by=Who.J,
        opens=Moment.PLACED,
        closes=(Moment.THROW_A,),
        remedies=(RemedyName.FORBID_COVER,),
        lois="Lois XVII 2",
    ),
    # There is no école of trous: a count wrong by nothing but the bredouille is put right by either (jetons 15).
    Row(
        name=FaultName.TROUS_BREDOUILLE,
        by=Who.EITHER,
        claimed=False,
        opens=Moment.TOUCH,
        closes=(Moment.THROW_J,),
        lois="Lois XVII 3",
        jeu="Jeu 3, école de trous; jetons 15",
    ),
    Row(
        name=FaultName.HORS_TOUR,
        by=Who.EITHER,
        claimed=False,
        opens=Moment.THROW,
        closes=(Moment.THROW,),
        lois="Lois XVII 1",
    ),
    Row(
        name=FaultName.DES_LEVES,
        by=Who.J,
        claimed=False,
        opens=Moment.DICE_LIFTED,
        closes=(Moment.THROW_A,),
        lois="Lois VI, XVIII",
    ),
)


def rows_of(name: FaultName) -> tuple[Row, ...]:
    """The rows of a fault: one, or its variants a, b, c."""
    return tuple(row for row in TABLE if row.name is name)


def article_of(name: FaultName, variant: str = "") -> str:
    """Where a fault stands written, in both codes."""
    return next(row.article for row in rows_of(name) if row.variant == variant)
