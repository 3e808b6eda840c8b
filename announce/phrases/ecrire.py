"""The end of a marqué in words: who won it and how, or that it is played again; who comes next (Lois XV, XIX)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from announce.announcement import NEW_THROW, Announcement, Priority, Severity, Subject
from announce.notice import Reprise
from announce.phrases.catalogue import catalogue
from announce.phrases.telling import announcements
from announce.phrases.words import Words, sentence
from events.a_ecrire.rulings import MarqueRuled
from events.a_ecrire.state import EcrireState
from rules.games.a_ecrire import Bredouille
from rules.position import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from announce.phrases.lines import Told
    from events.state import Mode

WON = {Bredouille.SIMPLE: "marque.won", Bredouille.PETITE: "marque.petite", Bredouille.GRANDE: "marque.grande"}


def marque_announcements(told: MarqueRuled, *, languages: Sequence[str] = ("fr", "en")) -> tuple[Announcement, ...]:
    """What to tell of it in each language.

    Raises UnknownLanguage for a language without a catalogue.
    """
    text = {language: _text(told, Words(catalogue(language))) for language in languages}
    return (
        Announcement(
            id=told.id,
            t=told.t,
            throw=told.throw,
            kind="marque_ruled",
            subject=Subject.COURSE,
            stales=NEW_THROW,
            severity=Severity.NOTICE,
            priority=Priority.URGENT,
            article="Lois XIX",
            text=text,
            spoken=text,
        ),
    )


def _text(told: MarqueRuled, words: Words) -> str:
    text = words.catalogue.text
    numero = words.catalogue.number(told.numero)
    marque = told.marque
    if marque is None:
        said = [text("marque.refait", numero=numero, trous=words.trous(told.trous[0]))]
    else:
        trous, other = words.trous(marque.trous), words.catalogue.number(marque.trous_adverses)
        said = [text(WON[marque.bredouille], numero=numero, joueur=marque.vainqueur, trous=trous, adverse=other)]
    if told.blancs is None or told.noirs is None or told.first is None:
        said.append(text("marque.over"))
    else:
        premier = told.blancs if told.first is Side.BLANCS else told.noirs
        said.append(text("marque.next", blancs=told.blancs, noirs=told.noirs, premier=premier))
    return " ".join(sentence(part) for part in said)


def ecrire_announcements(
    told: Told,
    *,
    mode: Mode,
    languages: Sequence[str] = ("fr", "en"),
    prompting: bool = False,
    asking: bool = False,
    buttons: bool = False,
    unclaimed: bool = True,
    companion: Side | None = None,
    jetons: bool = False,
) -> tuple[Announcement, ...]:
    """What to tell people at a table where a partie à écrire is played (see `announcements`)."""
    if isinstance(told, MarqueRuled):
        return marque_announcements(told, languages=languages)
    if isinstance(told, Reprise) and isinstance(told.state, EcrireState):
        told = replace(told, state=told.state.table)
    return announcements(
        told,
        mode=mode,
        languages=languages,
        prompting=prompting,
        asking=asking,
        buttons=buttons,
        unclaimed=unclaimed,
        companion=companion,
        jetons=jetons,
    )
