"""How a die comes to rest on what is below it: flat, on a dame, jeton or other die, leaning, or outside."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from events.field import Field, Point
from simulation.scene import JETON_HEIGHT, Die, Rest, Scene, dame_top


def drop_die(scene: Scene, field: Field, x: float, y: float, value: int, random: Random) -> Die:
    """Return how a die comes to rest with its centre near (x, y): flat on what is below, or leaning on an edge.

    It rests on a dame or a jeton when it is well over it, and leans when its centre is over the rim. At the floor's
    edge it leans against the rail. Further out it lies on the rail, and then on the table.
    """
    yaw = random.uniform(-math.pi, math.pi)
    half = field.de / 2
    flat = Die(x, y, half, value, yaw)
    outside = max(-x, x - field.width, -y, y - field.height)
    if outside > field.rail + half:
        return replace(flat, rest="outside")
    if outside > half:
        return replace(flat, height=field.rail_height + half, rest="rail")
    if outside > -half:
        return _against_rail(flat, field, random)
    for other in scene.dice:
        if math.hypot(other.x - x, other.y - y) < half and other.flat:
            return replace(flat, height=other.height + field.de, rest="die")
    supports = [(dame_top(d, field), d.x, d.y, field.dame / 2, "dames") for d in scene.dames]
    supports += [(j.height + JETON_HEIGHT, j.x, j.y, field.jeton / 2, "jetons") for j in scene.jetons]
    # The highest support under the die decides.
    supports.sort(reverse=True)
    for support in supports:
        top, sx, sy, radius, kind = support
        rest: Rest = "dames" if kind == "dames" else "jetons"
        distance = math.hypot(x - sx, y - sy)
        if distance < radius - 0.1 * half:
            return replace(flat, height=top + half, rest=rest)
        if distance < radius + half:
            level = [s for s in supports if abs(s[0] - top) < 0.5 and math.hypot(x - s[1], y - s[2]) < s[3] + half]
            if len(level) > 1:  # The die bridges them.
                return replace(flat, height=top + half, rest=rest)
            below = max((s[0] for s in supports if s[0] < top and math.hypot(x - s[1], y - s[2]) < s[3]), default=0.0)
            leaning = _on_edge(flat, (sx, sy), radius, top - below, below, rest, field)
            walls = [s for s in supports if s is not support and s[0] > below + 0.5 and (s[1], s[2]) != (sx, sy)]
            if all(math.hypot(leaning.x - s[1], leaning.y - s[2]) > s[3] + 0.8 * half for s in walls):
                return leaning
            # There is no room for its lower edge, so it stays on top, near the rim.
            share = (radius - 0.3 * half) / max(distance, 1e-6)
            return replace(flat, x=sx + (x - sx) * share, y=sy + (y - sy) * share, height=top + half, rest=rest)
    return flat


def die_beside(die: Die, scene: Scene, field: Field, random: Random) -> Die | None:
    """Return another die that touches one on the floor, or nearly; None if there is no room for it."""
    edge = field.de
    along, aside = random.uniform(1.0, 1.15) * edge, random.uniform(-0.8, 0.8) * edge
    way = die.yaw + random.randrange(4) * math.pi / 2
    x = die.x + along * math.cos(way) - aside * math.sin(way)
    y = die.y + along * math.sin(way) + aside * math.cos(way)
    things = [(each.x, each.y, (field.dame + 1.5 * edge) / 2) for each in scene.dames]
    things += [(each.x, each.y, (field.jeton + 1.5 * edge) / 2) for each in scene.jetons]
    things += [(each.x, each.y, 1.45 * edge) for each in scene.dice if each != die]
    clear = all(math.hypot(x - other, y - another) > reach for other, another, reach in things)
    inside = edge < x < field.width - edge and edge < y < field.height - edge
    on_bar = abs(x - field.width / 2) < field.bar / 2 + edge
    if die.rest != "floor" or not die.flat or not clear or not inside or on_bar:
        return None
    return replace(die, x=x, y=y, value=random.randint(1, 6), yaw=die.yaw + random.gauss(0, 0.02))


def die_against(die: Die, scene: Scene, field: Field, random: Random) -> Die | None:
    """Return another die that leans with its side against one on the floor; None if there is no room for it."""
    other = die_beside(die, scene, field, random)
    if other is None:
        return None
    quarter = math.pi / 2
    azimuth = die.yaw + round((math.atan2(die.y - other.y, die.x - other.x) - die.yaw) / quarter) * quarter
    tilt, reach = _slope(field, random)
    gap = (die.x - other.x) * math.cos(azimuth) + (die.y - other.y) * math.sin(azimuth) - field.de / 2 - reach
    placed = replace(other, x=other.x + gap * math.cos(azimuth), y=other.y + gap * math.sin(azimuth))
    return _leaning(placed, tilt, azimuth, 0.0, "die", field)


def _leaning(die: Die, tilt: float, azimuth: float, low: float, rest: Rest, field: Field) -> Die:
    """Return a die whose lowest edge is at height `low`, its upper face turned by `tilt` towards `azimuth`.

    A leaning die rests on an edge, so one of its sides faces the support, which determines its yaw.
    """
    half = field.de / 2
    quarter = math.pi / 2
    yaw = azimuth + round((die.yaw - azimuth) / quarter) * quarter
    height = low + half * (math.cos(tilt) + math.sin(tilt))
    return replace(die, height=height, yaw=yaw, tilt=tilt, towards=azimuth, rest=rest)


def _on_edge(die: Die, centre: Point, radius: float, rise: float, low: float, rest: Rest, field: Field) -> Die:
    """Return a die with its lower face on the rim of a disc and its outer edge on what is `rise` below."""
    away = math.atan2(die.y - centre[1], die.x - centre[0])
    sine = min(rise / field.de / 0.9, math.sin(math.radians(43)))
    tilt = math.asin(sine)
    # The distance of the lower face's outer edge from the disc's centre gives the die's centre.
    foot = radius + min(rise / math.tan(tilt), field.de)
    half = field.de / 2
    out = foot - half * (math.cos(tilt) - math.sin(tilt))
    placed = replace(die, x=centre[0] + out * math.cos(away), y=centre[1] + out * math.sin(away))
    return _leaning(placed, tilt, away, low, rest, field)


def _against_rail(die: Die, field: Field, random: Random) -> Die:
    """Return a die with its lower edge on the floor and its side against the nearest rail."""
    walls = [(die.x, math.pi), (field.width - die.x, 0.0), (die.y, -math.pi / 2), (field.height - die.y, math.pi / 2)]
    _, azimuth = min(walls)
    tilt, reach = _slope(field, random)
    x = min(max(die.x, reach), field.width - reach)
    y = min(max(die.y, reach), field.height - reach)
    return _leaning(replace(die, x=x, y=y), tilt, azimuth, 0.0, "rail", field)


def _slope(field: Field, random: Random) -> tuple[float, float]:
    """Return the tilt of a die that leans against a wall, and how far (mm) its middle then is from the wall."""
    tilt = random.uniform(math.radians(8), math.radians(40))
    return tilt, field.de / 2 * (math.cos(tilt) + math.sin(tilt))
