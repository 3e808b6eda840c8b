"""Write records as text, in the one canonical form. `rules.record.reading` describes the grammar."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.a_ecrire import Bredouille
from rules.position import Side
from rules.record.entries import (
    Decided,
    Entry,
    Faulted,
    Manche,
    Marked,
    Note,
    Ordinaire,
    Played,
    Record,
    Releve,
    Remedied,
    Resultat,
    Thrown,
)
from rules.record.notation import format_case, format_play

FIRST_LINE = "tablier 1"


def write(record: Record) -> str:
    """Return the record as text, whose lines end in a line feed; `parse` gives back the same record."""
    lines = [FIRST_LINE, *_header(record)]
    section = "tour" if isinstance(record.jeu, Ordinaire) else "marque"
    for number, manche in enumerate(record.manches, 1):
        lines += ["", f"{section} {number}", *_manche(manche)]
    return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield f"date: {record.date.isoformat()}"
    jeu = record.jeu
    if isinstance(jeu, Ordinaire):
        yield "jeu: ordinaire"
        yield from (f"joueur: {joueur}" for joueur in jeu.joueurs)
        yield f"paiement: {jeu.paiement}"
    else:
        yield "jeu: a_ecrire"
        for rank in range(len(jeu.camps[0])):
            yield from (f"joueur: {camp[rank]}" for camp in jeu.camps)
        yield f"marques: {jeu.marques}"
        yield f"consolation: {jeu.consolation}"
        yield f"mise: {jeu.mise}"
        if jeu.plafond is not None:
            yield f"plafond: {jeu.plafond}"
        yield f"fiche: {jeu.jetons_par_fiche}"
    yield f"code: {record.code}"
    yield from (f"option: {name} = {'oui' if value else 'non'}" for name, value in record.options)
    if record.primaute is not None:
        yield f"primaute: {record.primaute}"


def _manche(manche: Manche) -> Iterator[str]:
    yield f"blancs: {manche.blancs}"
    yield f"noirs: {manche.noirs}"
    throws = 0
    thrower: Side | None = None
    line = ""
    for entry in manche.entries:
        if isinstance(entry, Thrown):
            if line:
                yield line
            throws, thrower = throws + 1, entry.side
            line = f"{throws} {entry.side} {entry.dice[0]}-{entry.dice[1]}"
        elif line and isinstance(entry, Played) and thrower is not None:
            # A throw and the play that follows at once share a line.
            yield f"{line}  {format_play(entry.moves, thrower)}"
            line = ""
        else:
            if line:
                yield line
                line = ""
            yield f"  {_entry(entry, thrower)}"
    if line:
        yield line
    if manche.resultat is not None:
        yield f"resultat: {_resultat(manche.resultat)}"


def _entry(entry: Entry, thrower: Side | None) -> str:
    match entry:
        case Marked():
            return _marks_text(entry)
        case Faulted():
            cases = ", ".join(format_case(case, entry.side) for case in entry.cases)
            return f"faute {entry.side} {entry.fault}" + (f" : {cases}" if cases else "")
        case Note():
            return f"note: {entry.text}"
    if thrower is None or isinstance(entry, Thrown):  # a Manche never holds this
        raise ValueError(f"{entry}: no throw before it")
    match entry:
        case Played():
            return f"joue {format_play(entry.moves, thrower)}"
        case Remedied():
            return f"remede {entry.by} {entry.remedy}" + (
                "" if entry.moves is None else f" : {format_play(entry.moves, thrower)}"
            )
        case Decided():
            return "s_en_va" if entry.left else "tient"
        case Releve():
            return f"releve {entry.cause}"


def _marks_text(entry: Marked) -> str:
    text = f"{entry.side} {entry.points:+d}"
    if entry.jeton is not None:
        text += f" jeton {entry.jeton}" + (" bredouille" if entry.bredouille else "")
    if entry.fichet is not None:
        text += f" fichet {entry.fichet}"
    if entry.why:
        text += " : " + ", ".join(f"{reason.name} {reason.points}" for reason in entry.why)
    return text


def _resultat(resultat: Resultat) -> str:
    text = f"{resultat.winner or 'nul'} {resultat.blancs}-{resultat.noirs}"
    if resultat.bredouille is not Bredouille.SIMPLE:
        text += f" {resultat.bredouille.name.lower()}"
    if resultat.pavillon is not None:
        text += f" pavillon {resultat.pavillon}"
    return text
