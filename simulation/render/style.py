"""The look of a table: the board, the pieces, the lamps, and things around it. Every choice can come from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from events.field import Field
from simulation.render.any_make import (
    any_board,
    any_clutter,
    any_dames,
    any_die,
    any_field,
    any_fittings,
    any_jetons,
)
from simulation.render.lamps import Lamp, Lighting
from simulation.render.looks import BoardLook, Clutter, DameLook, DieLook
from simulation.render.materials import Material
from simulation.render.palette import any_colour, any_material, plain
from simulation.render.variety import (
    some_board,
    some_clutter,
    some_dames,
    some_die,
    some_field,
    some_jeton,
    some_skin,
    some_sleeve,
    some_table,
)
from simulation.scene import DameColour, PegKind

PEG_KINDS: tuple[PegKind, ...] = ("blancs", "noirs", "pavillon")
"""The order of a style's pegs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The whole look of a table.

    Attributes:
        field: The measures of the board; scenes must be laid out in them.
        peg_girth, peg_height: Of all pegs, 1 = as in `simulation.render.pegs`.
        skins, sleeves: Of the near and the far player.
        bare: Whether there is no board on the table.
    """

    seed: int
    field: Field
    board: BoardLook
    light: DameLook
    dark: DameLook
    dice: tuple[DieLook, ...]
    jetons: tuple[Material, ...]
    pegs: tuple[Material, Material, Material]
    peg_girth: float = 1.0
    peg_height: float = 1.0
    table: Material
    lighting: Lighting
    skins: tuple[str, str] = ("#d9a083", "#b97f60")
    sleeves: tuple[Material, Material] = (
        Material("cloth", "#3a4a6a", "#2c3850", 0.0, 1.0),
        Material("cloth", "#d8d2c4", "#b8b0a0", 0.0, 1.0),
    )
    clutter: tuple[Clutter, ...] = ()
    bare: bool = False

    def dame(self, colour: DameColour) -> DameLook:
        """Return the look of one set of dames."""
        return self.light if colour == "light" else self.dark

    def peg(self, kind: PegKind) -> Material:
        """Return the material of one kind of peg."""
        return self.pegs[PEG_KINDS.index(kind)]

    @classmethod
    def plain(cls, board: Field | None = None) -> Style:
        """Return the quiet wooden table of the demo: walnut and maple, boxwood and ebony, one lamp and a window."""
        board = board or Field()
        look = BoardLook(
            floor=Material("wood", "#c89a62", "#9a6a38", 0.035, 0.45, 1.0, "y"),
            fleches=(
                Material("wood", "#6a3a20", "#4a2612", 0.035, 0.4, 0.8, "y"),
                Material("wood", "#e2c48e", "#c4a066", 0.035, 0.4, 0.8, "y"),
            ),
            rail=Material("wood", "#7a4826", "#4e2a12", 0.045, 0.35, 0.9),
            bar=Material("wood", "#7a4826", "#4e2a12", 0.045, 0.35, 0.9, "y"),
            outline="#3a2010",
            brass=True,
        )
        lighting = Lighting(
            (
                Lamp((60.0, -350.0, 1300.0), 90.0, (0.38, 0.45, 0.5)),
                Lamp((-900.0, 500.0, 900.0), 350.0, (0.2, 0.18, 0.17)),
            ),
            (0.42, 0.4, 0.38),
            0.3,
            2.6,
        )
        return cls(
            seed=1,
            field=board,
            board=look,
            light=DameLook(Material("wood", "#ecd9ac", "#cfb27c", 0.04, 0.35, 0.5)),
            dark=DameLook(Material("wood", "#3a2218", "#1e110b", 0.045, 0.3, 0.5)),
            dice=(DieLook(), DieLook()),
            jetons=(
                Material("plain", "#efe6d0", "#d8ccb0"),
                Material("plain", "#23201e", "#171514"),
                Material("plain", "#9c2a22", "#7c1e18"),
            ),
            pegs=(
                Material("plain", "#efe2c0", "#d8c8a0"),
                Material("plain", "#2a1c16", "#1a100c"),
                Material("plain", "#b0262a", "#8a1a1e"),
            ),
            table=Material("wood", "#8a6a48", "#6a4c30", 0.03, 0.5, 1.6),
            lighting=lighting,
        )

    @classmethod
    def from_seed(cls, seed: int, board: Field | None = None) -> Style:
        """Return one look out of very many; the board's measures vary too, unless they are given.

        Raises ValueError for a seed below 0.
        """
        if seed < 0:
            raise ValueError(f"a style's seed is 0 or more, not {seed}")
        random = Random(f"style {seed}")  # noqa: S311 - a picture, not a secret
        board = board or some_field(random)
        look = some_board(random, board)
        light, dark = some_dames(random)
        die = some_die(random)
        other = die if random.random() < 0.8 else some_die(random)
        return cls(
            seed=seed,
            field=board,
            board=look,
            light=light,
            dark=dark,
            dice=(die, other),
            jetons=tuple(some_jeton(random) for _ in range(3)),
            pegs=(
                plain(random, random.choice(("#efe6d0", "#e8d8b0", "#f4f4f0", "#d8b878"))),
                plain(random, random.choice(("#20160f", "#141414", "#4a2a18", "#602018"))),
                plain(random, random.choice(("#b0262a", "#2a6a30", "#c8a030", "#2a4a9a", "#e8e4da"))),
            ),
            table=some_table(random),
            lighting=Lighting.from_seed(seed, board),
            skins=(some_skin(random), some_skin(random)),
            sleeves=(some_sleeve(random), some_sleeve(random)),
            clutter=some_clutter(random, board, look),
            # Turned pegs of wood or brass are slim; printed ones are twice as thick (hardware/board.toml).
            peg_girth=random.uniform(0.85, 2.2),
            peg_height=random.uniform(0.8, 1.4),
        )

    @classmethod
    def of_any_make(cls, seed: int, *, bare: bool = False) -> Style:
        """Return a table with a board of any make, or without one: see `simulation.render.any_make`.

        Raises ValueError for a seed below 0.
        """
        if seed < 0:
            raise ValueError(f"a style's seed is 0 or more, not {seed}")
        random = Random(f"any make {seed}")  # noqa: S311 - a picture, not a secret
        field = any_field(random)
        board = any_board(random, field)
        light, dark = any_dames(random, board)
        usual = [any_die(random, ground=board.floor.colour) for _ in range(2)]
        dice = [random.choice(usual) if random.random() < 0.92 else any_die(random, numbered=True) for _ in range(6)]
        around = (
            any_clutter(random, field, random.randrange(12), 0.0, 1.2, 500.0)
            if bare
            else [
                *any_clutter(random, field, random.randrange(8), 0.8, 1.3),
                *any_fittings(random, field),
            ]
        )
        one, two, three = (plain(random, any_colour(random)) for _ in range(3))
        return cls(
            seed=seed,
            field=field,
            board=board,
            light=light,
            dark=dark,
            dice=tuple(dice),
            jetons=any_jetons(random, board),
            pegs=(one, two, three),
            table=any_material(random),
            lighting=Lighting.from_seed(seed, field),
            skins=(some_skin(random), some_skin(random)),
            sleeves=(any_material(random), any_material(random)),
            clutter=tuple(around),
            peg_girth=random.uniform(0.85, 2.2),
            peg_height=random.uniform(0.8, 1.4),
            bare=bare,
        )
