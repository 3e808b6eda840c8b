"""Boards and tables of any make, far beyond those that people play trictrac on: for training and for hard tests."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from events.field import Field, Point
from simulation.render.figures import Figure, circle, lettering, rectangle
from simulation.render.looks import BoardLook, Clutter, DameLook, DieLook
from simulation.render.materials import Material
from simulation.render.palette import (
    any_colour,
    any_material,
    coloured,
    dark_colour,
    darker,
    light_colour,
    luminance,
    mix,
)
from simulation.render.prints import BESIDE, FONTS, LIKE_DICE, Print, hinge, some_words

WIDTH = 440.0
"""Width of every floor, mm: pictures do not show how large a board is."""


def any_field(random: Random) -> Field:
    """Return the measures of any trictrac, backgammon or tavla board, or of a printed sheet without rails."""
    bar = WIDTH * (random.uniform(0.02, 0.125) if random.random() < 0.9 else 0.004)
    case, height = (WIDTH - bar) / 12, WIDTH * random.uniform(0.78, 1.0)
    chance = random.random()
    # Most points end before the middle; some reach it, and a few reach between those of the other row.
    reach = (0.55, 0.85) if chance < 0.04 else (0.46, 0.5) if chance < 0.12 else (0.33, 0.46)
    sheet = random.random() < 0.05
    high = 0.08 + 1.1 * random.random() ** 1.5 if random.random() < 0.85 else 0.02
    return Field(
        width=WIDTH,
        height=height,
        bar=bar,
        fleche=height * random.uniform(*reach),
        dame=case * random.uniform(0.76, 1.0),
        dame_height=case * random.uniform(0.12, 0.36),
        de=case * random.uniform(0.3, 0.55),
        jeton=case * random.uniform(0.4, 0.6),
        rail=case * (random.uniform(0.04, 0.3) if sheet else random.uniform(0.25, 1.2)),
        rail_height=case * (0.01 if sheet else high),
    )


def any_board(random: Random, field: Field) -> BoardLook:
    """Return a board of any make: its floor, points, ornaments, rails, trays and fittings."""
    floor = any_material(random)
    rail = any_material(random)
    like_floor = random.random() < 0.2
    trays = random.random()
    lining = random.random()
    return BoardLook(
        floor=floor,
        fleches=(),
        rail=rail,
        bar=replace(floor if like_floor else any_material(random) if random.random() < 0.4 else rail, along="y"),
        bar_height=field.rail_height * random.uniform(0.3, 1.0) if random.random() < 0.8 else 0.0,
        thickness=random.uniform(1, 25),
        holes=random.choice(("", any_colour(random))) if random.random() < 0.4 else None,
        brass=random.random() < 0.15,
        hinges=field.bar > 8 and random.random() < 0.3,
        tray=field.case_width * random.uniform(1.0, 2.6) if trays < 0.55 else 0.0,
        left_tray=trays < 0.4,
        partitions=random.choice(((), (), (0.5,), (1 / 3, 2 / 3))),
        lining=None if lining < 0.45 else floor if lining < 0.7 else any_material(random),
        mirror=random.uniform(0.1, 0.8) if random.random() < 0.35 else random.uniform(0, 0.1),
        bevel=min(random.uniform(0.5, 2.5) if random.random() < 0.7 else field.rail * random.uniform(0.1, 0.5), 20.0),
        figures=_floor_figures(random, field, floor),
        fold=random.random() < 0.5,
    )


def _floor_figures(random: Random, field: Field, floor: Material) -> tuple[Figure, ...]:
    """Return everything drawn on a floor, in the order of the layers."""
    figures = [*_areas(random, field), *_points(random, field, floor)]
    if random.random() < 0.3:
        figures += _letters(random, field)
    if random.random() < 0.35:
        figures += _ornaments(random, field, floor)
    colour, line = any_colour(random), random.uniform(0.6, 4)
    if random.random() < 0.2:
        figures.append(rectangle(0, 0, field.width, field.height, colour, line))
    if random.random() < 0.15:  # bands inlaid along the edges of the floor or of its halves
        inset, half = random.uniform(0, 0.03) * field.height, (field.width - field.bar) / 2
        spans = ((0.0, field.width),) if random.random() < 0.4 else ((0.0, half), (field.width - half, field.width))
        figures += [rectangle(x0 + inset, inset, x1 - inset, field.height - inset, colour, line) for x0, x1 in spans]
    return tuple(figures)


def _areas(random: Random, field: Field) -> list[Figure]:
    """Return the areas under the points: mostly none, sometimes a half, a band, patches or a printed picture."""
    kind, width, height = random.random(), field.width, field.height
    if kind < 0.06:
        return [rectangle(width / 2, 0, width, height, any_material(random))]
    if kind < 0.12:  # another colour between the points' tips
        half = random.uniform(0.05, 0.15) * height
        return [rectangle(0, height / 2 - half, width, height / 2 + half, any_material(random))]
    if kind < 0.22:  # a patch for each case
        colours, shift = [any_colour(random) for _ in range(random.randint(2, 8))], random.choice((0.0, 0.5))
        patches = []
        for row in (0, 1):
            for column in range(13):
                x0 = field.case_width * (column - shift) + (field.bar if column > 6 else 0)
                x1 = x0 + field.case_width + (field.bar if column == 6 else 0)
                patches.append(rectangle(x0, row * height / 2, x1, (row + 1) * height / 2, random.choice(colours)))
        return patches
    if kind < 0.26:  # from one colour into another
        away = replace(rectangle(0, 0, width / 2, height, any_colour(random)), share=random.uniform(0.3, 0.9), soft=90)
        return [away]
    if kind < 0.31:  # a printed picture
        shapes = []
        for _ in range(random.randint(4, 29)):
            x, y, reach = random.uniform(0, width), random.uniform(0, height), random.uniform(6, 90)
            ways = sorted(random.uniform(0, 2 * math.pi) for _ in range(random.randint(3, 8)))
            outline = tuple((x + reach * math.cos(way), y + reach * math.sin(way)) for way in ways)
            shapes.append(Figure(outline, any_colour(random)))
        return shapes
    return []


def _outline(random: Random, field: Field) -> tuple[Point, ...]:
    """Return the outline that all points share, mm: across from its axis, and from the floor's edge towards its tip."""
    kind, breadth = random.random(), random.uniform(0.75, 1.0) * field.case_width / 2
    base = random.uniform(0, 0.05) * field.height if random.random() < 0.2 else 0.0
    blunt = random.uniform(0, 0.18) * field.case_width if random.random() < 0.3 else 0.0
    tip = field.fleche
    if kind < 0.1:  # a lozenge
        waist = base + tip * 0.45
        return (-blunt, base), (-breadth, waist), (0, tip), (breadth, waist), (blunt, base)
    if kind < 0.36:  # a round foot
        ways = [math.pi * (1 - step / 8) for step in range(9)]
        foot = [(0.9 * breadth * math.cos(way), base + breadth * (1 - math.sin(way))) for way in ways]
        return (*foot, (0, tip))
    if kind < 0.5:  # hollow like a thorn or full like an arch
        bulge = math.exp(random.uniform(-0.7, 0.7))
        side = [
            (blunt + (breadth - blunt) * (1 - step / 8) ** bulge, base + step / 8 * (tip - base)) for step in range(9)
        ]
        return (*((-x, y) for x, y in side), *side[::-1])
    return (-breadth, base), (-blunt, tip), (blunt, tip), (breadth, base)


def _point_colours(random: Random, floor: Material) -> list[str]:
    """Return the points' colours: mostly two, sometimes one, few or many, sometimes nearly that of the floor."""
    kind = random.random()
    if kind < 0.45:
        colours = [light_colour(random), dark_colour(random)]
    elif kind < 0.72:
        colours = [any_colour(random), any_colour(random)]
    elif kind < 0.8:
        colours = [_near(random, floor.colour, 0.3) for _ in range(2)]
    elif kind < 0.86:
        colours = [any_colour(random)] * 2
    elif kind < 0.92:
        colours = [any_colour(random) for _ in range(random.randint(3, 6))]
    else:
        colours = [any_colour(random) for _ in range(24)]
    random.shuffle(colours)
    return colours


def _near(random: Random, colour: str, most: float) -> str:
    """Return the colour, up to this share darker or lighter."""
    share = random.uniform(0, most)
    return darker(colour, 1 - share) if random.random() < 0.5 else mix(colour, "#ffffff", share)


def _points(random: Random, field: Field, floor: Material) -> list[Figure]:
    """Return the twenty-four points with their outlines, inlays and balls."""
    colours = _point_colours(random, floor)
    woods: list[str | Material] = [
        any_material(random, colour) if len(colours) == 2 and random.random() < 0.4 else colour for colour in colours
    ]
    outline = _outline(random, field)
    line, ink = (random.uniform(0.5, 2.2) if random.random() < 0.35 else 0.0), any_colour(random)
    hollow = line > 0 and random.random() < 0.12
    inlay = any_colour(random) if random.random() < 0.1 else None
    ball = random.uniform(0.06, 0.2) * field.case_width if random.random() < 0.06 else 0.0
    parity = random.randrange(2)
    order = [random.randrange(len(woods)) for _ in range(24)] if len(woods) < 24 else list(range(24))
    middle = 0.25 * field.fleche
    figures: list[Figure] = []
    for row in (0, 1):
        for column in range(1, 13):
            number = (column + row * parity) % 2 if len(woods) == 2 else order[column - 1 + 12 * row]
            x, colour = field.column_centre(column), woods[number]

            def placed(points: tuple[Point, ...], x: float = x, row: int = row) -> tuple[Point, ...]:
                return tuple((x + a, field.height - b if row else b) for a, b in points)

            if not hollow:
                figures.append(Figure(placed(outline), colour))
            if inlay is not None:
                small = tuple((0.5 * a, middle + 0.5 * (b - middle)) for a, b in outline)
                figures.append(Figure(placed(small), inlay))
            if line:
                figures.append(Figure(placed(outline), ink, line))
            if ball:
                figures.append(Figure(placed(circle(0, field.fleche, ball, ink).points), colour))
    return figures


def _letters(random: Random, field: Field) -> list[Figure]:
    """Return names and emblems between the points, as on tournament boards."""
    figures = []
    for _ in range(random.randint(1, 4)):
        colour = any_colour(random)
        x, y = random.uniform(0, 0.85) * field.width, random.uniform(0.42, 0.58) * field.height
        reach = random.uniform(4, 28)
        if random.random() < 0.6:
            words, tall = some_words(random, 2, 13), random.uniform(5, 18)
            figures.append(
                lettering(x, y, words, tall, colour, tall * random.uniform(0.05, 0.2), random.randrange(FONTS))
            )
        elif random.random() < 0.5:
            figures.append(circle(x, y, reach, colour, random.choice((0.0, 1.2, 2.5))))
        else:
            figures.append(
                rectangle(x - reach, y - reach / 2, x + reach, y + reach / 2, colour, random.choice((0.0, 1.2)))
            )
    return figures


def _ornaments(random: Random, field: Field, floor: Material) -> list[Figure]:
    """Return one ornament at each of its places; they are as wide as jetons, as dames, or as two or three cases."""
    reach = 0.5 * field.case_width * math.exp(random.uniform(math.log(0.2), math.log(3.5)))
    colour = _near(random, floor.colour, 0.5) if random.random() < 0.4 else any_colour(random)
    one = random.choice((_rings, _rings, _rings, _star, _garland, _spot))(random, reach, colour)
    return [figure.moved(x, y) for x, y in _ornament_places(random, field) for figure in one]


def _ornament_places(random: Random, field: Field) -> list[Point]:
    kind, width, height = random.random(), field.width, field.height
    if kind < 0.55:  # the middle of each table
        x = (width - field.bar) / 4
        y = (0.5 if random.random() < 0.8 else random.uniform(0.4, 0.6)) * height
        return [(x, y), (width - x, y)]
    if kind < 0.7:  # by the tips of the points, or between them
        shift = random.choice((0.0, 0.5)) * field.case_width
        tip = min(field.fleche, 0.45 * height) + random.uniform(-5, 15)
        return [(field.column_centre(column) + shift, y) for column in range(1, 13) for y in (tip, height - tip)]
    if kind < 0.85:  # a line along the middle
        many = random.randint(3, 12)
        return [((rank + 0.5) / many * width, height / 2) for rank in range(many)]
    return [
        (random.uniform(0.05, 0.95) * width, random.uniform(0.05, 0.95) * height) for _ in range(random.randint(1, 5))
    ]


def _rings(random: Random, reach: float, colour: str) -> list[Figure]:
    figures = [circle(0, 0, reach, any_colour(random))] if random.random() < 0.2 else []
    line = reach * random.uniform(0.02, 0.15)
    shares = (1.0, *(random.uniform(0.1, 0.9) for _ in range(random.randrange(4))))
    figures += [circle(0, 0, reach * share, colour, line) for share in shares]
    if random.random() < 0.3:
        figures.append(circle(0, 0, reach * random.uniform(0.05, 0.25), colour))
    return figures


def _star(random: Random, reach: float, colour: str) -> list[Figure]:
    """Return rays or petals, perhaps in two alternating colours, perhaps within a circle."""
    rays, inner, turn = random.randint(3, 12), reach * random.uniform(0.15, 0.6), random.uniform(0, math.pi)
    other = any_colour(random) if random.random() < 0.4 else colour
    figures = []
    for ray in range(rays):
        ways = [turn + (ray + shift) * 2 * math.pi / rays for shift in (-0.5, 0.0, 0.5)]
        tips = [
            (far * math.cos(way), far * math.sin(way)) for way, far in zip(ways, (inner, reach, inner), strict=True)
        ]
        figures.append(Figure((*tips, (0.0, 0.0)), colour if ray % 2 else other))
    if random.random() < 0.5:
        figures.append(circle(0, 0, reach * random.uniform(1.0, 1.2), colour, 0.05 * reach))
    return figures


def _garland(random: Random, reach: float, colour: str) -> list[Figure]:
    """Return spots or leaves in a ring."""
    many, small = random.randint(5, 23), reach * random.uniform(0.05, 0.22)
    ways = [rank * 2 * math.pi / many for rank in range(many)]
    return [circle(reach * math.cos(way), reach * math.sin(way), small, colour) for way in ways]


def _spot(random: Random, reach: float, colour: str) -> list[Figure]:
    """Return a nail or an inlay, smaller than a jeton or far wider than a dame."""
    wide = reach * (0.25 if reach < WIDTH / 26 else 1.6)
    rim = (
        [circle(0, 0, wide * random.uniform(0.7, 1.0), any_colour(random), 0.1 * wide)] if random.random() < 0.4 else []
    )
    return [circle(0, 0, wide, colour), *rim]


LEAST_APART = 0.16
"""Least difference of luminance between the two sets of dames."""


def any_dames(random: Random, board: BoardLook) -> tuple[DameLook, DameLook]:
    """Return the light and the dark dames of any set; one of them may have nearly a colour of the board."""
    like_board = random.random() < 0.35
    printed = [figure.colour for figure in board.figures if isinstance(figure.colour, str)]
    light, dark = light_colour(random), dark_colour(random)
    for _ in range(50):
        light, dark = light_colour(random), dark_colour(random)
        if random.random() < 0.15:
            light, dark = any_colour(random), any_colour(random)
        if like_board:
            near = _near(random, random.choice((board.floor.colour, *printed)), 0.25)
            light, dark = (near, dark) if random.random() < 0.5 else (light, near)
        if luminance(light) - luminance(dark) > LEAST_APART:
            break
    else:
        dark = "#1e1919"
    alike = random.randrange(1 << 30)
    one, other = (_any_dame(Random(alike), colour) for colour in (light, dark))  # noqa: S311 - a picture, not a secret
    return one, other


def _any_dame(random: Random, colour: str) -> DameLook:
    """Return a dame: turned rings, a dished or raised middle, a rim, a logo, a star; some are polished."""
    material = any_material(random, colour)
    if material.kind in ("felt", "cloth", "chequered"):
        material = Material("plain", colour, darker(colour, 0.85), 0.04, 0.5)
    if random.random() < 0.25:
        material = replace(material, gloss=random.uniform(0.06, 0.15), roughness=random.uniform(0.08, 0.25))
    grooves = [
        (random.uniform(0.2, 0.92), random.uniform(0.03, 0.16), random.uniform(-0.9, 0.9))
        for _ in range(random.choice((0, 0, 1, 1, 2, 3)))
    ]
    figures: list[Figure] = []
    if random.random() < 0.15:
        ink = any_colour(random) if random.random() < 0.5 else _near(random, colour, 0.6)
        tall = random.uniform(0.3, 0.9)
        figures.append(lettering(-0.4, tall / 2, some_words(random, 1, 2), tall, ink, 0.08, random.randrange(FONTS)))
    if random.random() < 0.12:
        ink = any_colour(random) if random.random() < 0.4 else _near(random, colour, 0.5)
        figures += _star(random, random.uniform(0.4, 0.9), ink)
    return DameLook(
        material,
        tuple(grooves),
        random.uniform(-0.2, 0.3),
        random.uniform(0.02, 0.25),
        None,
        (any_colour(random) if random.random() < 0.5 else darker(colour, 0.6)) if random.random() < 0.25 else None,
        tuple(figures),
    )


def any_die(random: Random, *, numbered: bool = False, ground: str | None = None) -> DieLook:
    """Return any die: white, bone, wooden, black, red, translucent; pips in contrast or worn, wide or narrow.

    ground: a colour of the board that some dice nearly have.
    """
    body, ink = _body_and_ink(random, ground)
    if random.random() < 0.22:  # worn, or of nearly one tone
        ink = mix(ink, body, random.uniform(0.25, 0.7))
    red = random.random() < 0.2
    spread = random.uniform(0.19, 0.3)
    pip = min(random.uniform(0.058, 0.14), 0.46 * spread)
    return DieLook(
        colour=body,
        pips=ink,
        gloss=random.uniform(0.0, 0.12),
        roughness=random.uniform(0.1, 0.8),
        rounding=random.uniform(0.0, 0.3) if random.random() < 0.5 else random.uniform(0.3, 1.2),
        pip=pip,
        spread=spread,
        handed=random.choice((1, -1)),
        ace=coloured(random.uniform(-0.03, 0.03), 0.9, random.uniform(0.5, 0.9)) if red else None,
        ace_width=min(random.uniform(1.2, 2.6), 0.32 / pip) if random.random() < (0.6 if red else 0.25) else 1.0,
        narrow=random.uniform(0.5, 1.0) if random.random() < 0.25 else 1.0,
        ring=random.random() < 0.05,
        veins=_near(random, body, 0.4) if random.random() < 0.3 else None,
        clear=random.uniform(0.1, 0.45) if random.random() < 0.12 else 0.0,
        numbers=tuple(random.sample(("2", "4", "8", "16", "32", "64"), 6)) if numbered else (),
    )


def _body_and_ink(random: Random, ground: str | None) -> tuple[str, str]:
    """Return the colours of a die and of its pips."""
    kind = random.random()
    pale = coloured(random.uniform(0.05, 0.17), random.uniform(0, 0.25), random.uniform(0.65, 1))
    deep = coloured(random.random(), random.random() ** 2, random.uniform(0, 0.35))
    if ground is not None and random.random() < 0.28:
        body = _near(random, ground, 0.3)
        return body, deep if (luminance(body) > 0.43) != (random.random() < 0.15) else pale
    if kind < 0.42:
        return coloured(random.uniform(0.05, 0.17), random.uniform(0, 0.35), random.uniform(0.7, 1)), deep
    if kind < 0.68:
        return coloured(random.random(), random.uniform(0, 0.4), random.uniform(0.03, 0.25)), pale
    if kind < 0.88:
        return coloured(random.random(), random.uniform(0.4, 1), random.uniform(0.2, 0.85)), pale
    if kind < 0.95:  # coloured pips: gold, red, blue
        body = coloured(random.random(), random.uniform(0, 0.25), random.uniform(0.75, 1))
        return body, coloured(random.random(), random.uniform(0.6, 1), random.uniform(0.25, 0.7))
    body = coloured(random.uniform(0.04, 0.12), random.uniform(0.3, 0.7), random.uniform(0.5, 0.85))
    return body, coloured(random.uniform(0, 0.11), random.uniform(0, 0.6), random.uniform(0.02, 0.25))


def any_jetons(random: Random, board: BoardLook) -> tuple[Material, ...]:
    """Return the materials of the jetons, all of one or each of its own; some have nearly the floor's colour."""

    def one() -> Material:
        kind = random.random()
        if kind < 0.3:
            return any_material(random, _near(random, board.floor.colour, 0.4))
        return any_material(
            random, light_colour(random) if kind < 0.45 else dark_colour(random) if kind < 0.6 else None
        )

    return (one(),) if random.random() < 0.3 else tuple(one() for _ in range(5))


def sheet(random: Random, made: Print, x: float, y: float, size: float, *, on_board: bool = False) -> Clutter:
    """Return a print of this size across, lying about (x, y)."""
    stretched = made.tall * (random.uniform(0.8, 1.2) if not on_board else 1.0)
    yaw = random.uniform(-math.pi, math.pi)
    return Clutter("sheet", x, y, yaw, size, made.ground, stretched, made.figures, on_board=on_board)


def any_clutter(
    random: Random, field: Field, count: int, near: float, far: float, largest: float = 260.0
) -> list[Clutter]:
    """Return things at `near` to `far` widths of a field from its middle: cups, coasters, and all kinds of prints."""
    things = []
    for _ in range(count):
        way, out = random.uniform(0, 2 * math.pi), random.uniform(near, far)
        x = field.width * (0.5 + math.cos(way) * out)
        y = field.height * (0.5 + math.sin(way) * out)
        kind = random.random()
        if kind < 0.2:
            yaw, size = random.uniform(-math.pi, math.pi), random.uniform(30, 90)
            things.append(Clutter("cup", x, y, yaw, size, any_material(random), lies=random.random() < 0.4))
        elif kind < 0.3:
            things.append(Clutter("coin", x, y, 0.0, random.uniform(15, 150), any_material(random)))
        else:
            draw = random.choice((*BESIDE, *BESIDE, *(each[0] for each in LIKE_DICE)))
            things.append(sheet(random, draw(random), x, y, random.uniform(20, largest)))
    return things


def any_fittings(random: Random, field: Field) -> list[Clutter]:
    """Return what lies or is fixed on the floor and may be taken for a die: letters, studs, hinges, a cup."""
    things = []
    for _ in range(random.choice((0, 0, 0, 1, 2, 3))):
        draw, least, most = random.choice(LIKE_DICE)
        made, size = draw(random), 2 * field.de * random.uniform(least, most)
        x, y = random.uniform(0.03, 0.97) * field.width, random.uniform(0.03, 0.97) * field.height
        things.append(sheet(random, made, x, y, size / max(made.tall, 0.2), on_board=True))
    if field.bar > 8 and random.random() < 0.25:
        leaf = replace(sheet(random, hinge(random), field.width / 2, 0, 0.7 * field.bar, on_board=True), yaw=0.0)
        shares = random.choice(((0.2, 0.8), (0.1, 0.5, 0.9)))
        things += [replace(leaf, y=field.height * share) for share in shares]
    if random.random() < 0.1:  # a cup on the floor
        x, y = random.random() * field.width, random.random() * field.height
        size, material = field.case_width * random.uniform(1.2, 1.8), any_material(random)
        lies = random.random() < 0.5
        things.append(Clutter("cup", x, y, random.uniform(-3, 3), size, material, lies=lies, on_board=True))
    return things
