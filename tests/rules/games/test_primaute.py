"""The first throw (Lois V; Jeu 1, priorité du dé; Jeu 2, coup et dés)."""

from __future__ import annotations

from rules.games.primaute import (
    DeTombe,
    Primaute,
    coup_et_des,
    plus_pres_du_fort,
    un_de_chacun,
    un_de_chacun_et_relance,
)
from rules.position import Side

BLANCS, NOIRS = Side.BLANCS, Side.NOIRS
WIDTH = 400.0


def test_the_higher_die_plays_both_numbers() -> None:
    """Lois V, first way: the higher throw plays what both threw; equal, they throw again."""
    assert un_de_chacun(3, 6) == Primaute(NOIRS, (6, 3))
    assert un_de_chacun(4, 1) == Primaute(BLANCS, (4, 1))
    assert un_de_chacun(5, 5) is None


def test_the_higher_die_throws_afresh() -> None:
    """Jeu 1, priorité du dé: the same, but the winner throws both dice."""
    assert un_de_chacun_et_relance(3, 6) == Primaute(NOIRS, None)
    assert un_de_chacun_et_relance(2, 2) is None


def test_nearest_to_the_higher_die() -> None:
    """Lois V, second way: the higher die lies on Noirs' half, though further from them than the other."""
    assert plus_pres_du_fort(DeTombe(6, 250), DeTombe(2, 390), WIDTH) == Primaute(NOIRS, (6, 2))
    assert plus_pres_du_fort(DeTombe(2, 390), DeTombe(6, 150), WIDTH) == Primaute(BLANCS, (6, 2))
    assert plus_pres_du_fort(DeTombe(6, 250), DeTombe(6, 150), WIDTH) is None
    assert plus_pres_du_fort(DeTombe(6, 200), DeTombe(2, 150), WIDTH) is None


def test_coup_et_des_compares_the_two_dice() -> None:
    """Jeu 2: the higher die is nearer to Blancs than the other, though on Noirs' half; a doublet settles nothing."""
    assert coup_et_des(DeTombe(6, 250), DeTombe(2, 390)) == Primaute(BLANCS, (6, 2))
    assert coup_et_des(DeTombe(1, 10), DeTombe(3, 30)) == Primaute(NOIRS, (3, 1))
    assert coup_et_des(DeTombe(3, 10), DeTombe(3, 30)) is None
    assert coup_et_des(DeTombe(3, 30), DeTombe(1, 30)) is None
