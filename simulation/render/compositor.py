"""Draw frames fast: keep the empty table and the pieces that lie still, and redraw only what changed."""

from __future__ import annotations

from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.render.board_mesh import BAR, FLOOR, TABLE, TOP, ground_height, on_its_ground
from simulation.render.camera import Camera
from simulation.render.dice import die_solid, see_die
from simulation.render.hands import see_hand
from simulation.render.items import HANDS, Item, Owners, back_to_front, item_of
from simulation.render.limbs import carried_piece, held_place, shadow_casters
from simulation.render.pegs import peg_caster, peg_span, see_peg
from simulation.render.rects import Rect, clipped, joined, meet, merged
from simulation.render.sensor import Development
from simulation.render.shadows import (
    ROOM,
    LightPoints,
    Outlines,
    bounds,
    disc,
    outlines,
    sample_grid,
    to_pixels,
    visibility,
    visible_samples,
)
from simulation.render.solids import dame_solid, see_dame, see_jeton
from simulation.render.sprite import Sprite
from simulation.render.stage import set_stage
from simulation.render.style import Style
from simulation.scene import JETON_HEIGHT, Dame, Die, Hand, Jeton, PegPlaced, Piece, Scene, dame_low

Quality: TypeAlias = Literal["draft", "fast", "full"]

SAMPLES: dict[Quality, tuple[int, int]] = {"draft": (8, 8), "fast": (6, 6), "full": (20, 20)}
"""Points at which the room's light and each lamp are sampled, by quality."""

HAND_SAMPLES: dict[Quality, tuple[int, int]] = {"draft": (6, 6), "fast": (4, 4), "full": (20, 20)}
"""Points at which the light is sampled for the shadows of hands, by quality."""

HAND_SHADE: dict[Quality, int] = {"draft": 4, "fast": 4, "full": 1}
"""Pixels per sample of the shadows of hands, by quality: they fall from high up and are soft."""

FINENESS: dict[Quality, float] = {"draft": 0.6, "fast": 1.0, "full": 1.0}
"""Fineness of the empty table's patterns, by quality."""

BEHIND = 1.0
"""A piece is drawn although it is this much (mm) behind the floor it stands on, because of rounding."""

OVERHEAD = 1000.0
"""Added to a hand's height when things are sorted: a hand is above everything."""


class Compositor:
    """Draws scenes with one style and camera.

    quality: "fast" for moving pictures, "full" for single ones (smoother shadows, highlights that spill), "draft" for
    single ones of many tables, whose patterns are less fine. The last scene is kept, so a scene that differs little
    from it is cheap to draw.
    """

    def __init__(self, style: Style, camera: Camera, *, quality: Quality = "fast") -> None:
        room, lamp = SAMPLES[quality]
        self.style, self.camera = style, camera
        self._quality = quality
        self.stage = set_stage(style, camera, FINENESS[quality])
        self._lights = LightPoints(style.lighting, self.stage.eye.middle, room, lamp)
        self._hand_lights = LightPoints(style.lighting, self.stage.eye.middle, *HAND_SAMPLES[quality])
        shape = (camera.height, camera.width)
        self.development = Development(camera.sensor, self.stage.gain, shape)
        self._items: dict[tuple[Piece, int], Item] = {}
        # The light on all but hands, light by light, and the plane on which a hand's shadow falls in each pixel.
        self._still = [layer.copy() for layer in self.stage.layers]
        self._plane = self.stage.level.copy()
        self._still_sum = np.asarray(np.sum(self.stage.layers, axis=0), np.float32)
        self._light = self._still_sum.copy()
        self._pixels = self.development.tone(self._light)

    def picture(self, scene: Scene, seed: int, *, compress: bool = True) -> NDArray[np.uint8]:
        """Return one frame of a scene, (H, W, 3) uint8 BGR; seed: of its noise."""
        self.draw(scene)
        pixels = self._pixels
        if self._quality != "fast":
            pixels = self.development.tone(self.development.bloomed(self._light))
        return self.development.finish(pixels, seed, compress=compress)

    def light(self, scene: Scene) -> NDArray[np.float32]:
        """Return the linear light of a scene, (H, W, 3) BGR; it changes with the next scene."""
        self.draw(scene)
        return self._light

    def draw(self, scene: Scene) -> None:
        """Update the kept picture to `scene`."""
        wanted = self._wanted(scene)
        gone = [item for key, item in self._items.items() if key not in wanted]
        fresh = {key: self._made(*key) for key in wanted if key not in self._items}
        self._items = {key: self._items[key] if key in self._items else fresh[key] for key in wanted}
        changed = [item for item in (*gone, *fresh.values()) if item.spread is not None]
        for rect in merged(item.spread for item in changed if not isinstance(item.piece, Hand) and item.spread):
            self._lay_still(clipped(rect, 2, self.camera.width, self.camera.height))
        for rect in merged(item.spread for item in changed if item.spread):
            self._redraw(clipped(rect, 2, self.camera.width, self.camera.height))

    def owners(self, scene: Scene) -> Owners:
        """Return the piece that each pixel of the picture of `scene` shows."""
        self.draw(scene)
        shown = np.zeros((self.camera.height, self.camera.width), np.int16)
        keys: dict[tuple[object, int], int] = {}
        ordered = back_to_front(list(self._items.values()), self.stage.eye.origin)
        for number, item in enumerate(ordered, 1):
            keys[(item.piece, item.order)] = number
            owner = HANDS if isinstance(item.piece, Hand) else number
            for sprite in item.sprites:
                x, y, width, height = clipped(sprite.rect, 0, self.camera.width, self.camera.height)
                dx, dy = x - sprite.rect[0], y - sprite.rect[1]
                own = np.s_[dy : dy + height, dx : dx + width]
                at = np.s_[y : y + height, x : x + width]
                before = sprite.depth[own] < self.stage.depth[at] + BEHIND
                shown[at][(sprite.cover[own] > 0.5) & before] = owner
        return Owners(shown, keys)

    def _wanted(self, scene: Scene) -> dict[tuple[Piece, int], None]:
        keys: list[tuple[Piece, int]] = [(dame, 0) for dame in scene.dames]
        keys += [(jeton, index) for index, jeton in enumerate(scene.jetons)]
        keys += [(die, index) for index, die in enumerate(scene.dice)]
        keys += [(peg, 0) for peg in scene.pegs]
        keys += [(hand, index) for index, hand in enumerate(scene.hands)]
        return dict.fromkeys(keys)

    def _made(self, piece: Piece, index: int) -> Item:
        """Trace a piece and its shadows."""
        item = self._traced(piece, index)
        for sprite in item.sprites:
            item.spread = joined(item.spread, sprite.rect)
        planes = [self.stage.heights[level] for level in self._levels(item)]
        self._throw(item, planes)
        for plane in planes:
            shadow = item.shadows[plane]
            if shadow is not None:
                item.spread = joined(item.spread, shadow[1])
        return item

    def _traced(self, piece: Piece, index: int) -> Item:
        style, eye, board = self.style, self.stage.eye, self.style.field
        if isinstance(piece, Dame):
            dame = on_its_ground(piece, style)
            caster = dame_solid(dame, board)
            low, high = dame_low(dame, board), float(caster[:, 2].max())
            sprite = see_dame(dame, style.dame(piece.colour), board, eye)
            return item_of(piece, index, (sprite,), caster, low, high)
        if isinstance(piece, Jeton):
            jeton = on_its_ground(piece, style)
            low, high = jeton.height, jeton.height + JETON_HEIGHT
            caster = disc(piece.x, piece.y, low, high, board.jeton / 2)
            sprite = see_jeton(jeton, style.jetons[index % len(style.jetons)], board, eye)
            return item_of(piece, index, (sprite,), caster, low, high)
        if isinstance(piece, Die):
            drawn = on_its_ground(piece, style)
            caster = die_solid(drawn, board)
            sprite = see_die(drawn, style.dice[index % len(style.dice)], board, eye)
            return item_of(piece, index, (sprite,), caster, float(caster[:, 2].min()), float(caster[:, 2].max()))
        if isinstance(piece, PegPlaced):
            low, high = peg_span(piece, style)
            return item_of(piece, index, see_peg(piece, style, eye), peg_caster(piece, style), low, high)
        return self._reaching(piece, index)

    def _reaching(self, hand: Hand, index: int) -> Item:
        """Return a hand and the piece it carries; it is above everything."""
        style, eye, board = self.style, self.stage.eye, self.style.field
        held: tuple[Sprite | None, ...] = ()
        solids = shadow_casters(hand)
        match carried_piece(hand, board):
            case Dame() as dame:
                held = (see_dame(dame, style.dame(dame.colour), board, eye),)
                solids.append(dame_solid(dame, board))
            case Die() as die:
                held = (see_die(die, style.dice[0], board, eye),)
            case Jeton() as jeton:
                held = (see_jeton(jeton, style.jetons[index % len(style.jetons)], board, eye),)
            case PegPlaced() as peg:
                held = see_peg(peg, style, eye, held_place(hand)[2])
        own = see_hand(hand, style, eye, 1 if self._quality == "full" else 2)
        sprites = tuple(sprite for sprite in (*held, own) if sprite is not None)
        high = max(float(solid[:, 2].max()) for solid in solids)
        return Item(hand, index, sprites, tuple(solids), hand.height + OVERHEAD, high + OVERHEAD, (hand.x, hand.y))

    def _levels(self, item: Item) -> tuple[int, ...]:
        """Return the levels of the empty table that a piece can darken."""
        board = self.style.field
        if isinstance(item.piece, Hand):
            return (TABLE, FLOOR, BAR, TOP)
        if ground_height(*item.place, self.style) < 0:
            return (TABLE,)
        reached = [FLOOR]
        if item.high > self.stage.heights[BAR]:
            reached.append(BAR)
        if item.high > board.rail_height:
            reached.append(TOP)
        return tuple(reached)

    def _shadow(self, item: Item, plane: float) -> tuple[tuple[Outlines, ...], Rect] | None:
        """Return a piece's shadows on a plane, made once and kept; None when the piece is not above it."""
        if plane not in item.shadows:
            self._throw(item, [plane])
        return item.shadows[plane]

    def _throw(self, item: Item, planes: list[float]) -> None:
        """Make a piece's shadows on some planes."""
        lights = self._hand_lights if isinstance(item.piece, Hand) else self._lights
        for plane, made in zip(planes, outlines(item.casters, lights.all, planes, self.camera), strict=True):
            item.shadows[plane] = (tuple(made), bounds(made)) if made else None

    def shade_on(self, plane: float, items: list[Item], rect: Rect) -> list[NDArray[np.float32]] | None:
        """Return the share of each light that pieces let through to a plane, (h, w) each; None for all."""
        shadows = self._shadows_on(plane, items, rect)
        return visibility(shadows, self._lights.slices, rect) if shadows else None

    def _shadows_on(self, plane: float, items: list[Item], rect: Rect) -> list[Outlines]:
        """Return the shadows of items that a rectangle may show on a plane."""
        shadows: list[Outlines] = []
        for item in items:
            shadow = self._shadow(item, plane)
            if shadow is not None and meet(shadow[1], rect):
                shadows.extend(shadow[0])
        return shadows

    def _near(self, rect: Rect, *, hands: bool) -> list[Item]:
        """Return the hands, or all other items, that may be visible or throw shadows in a rectangle."""
        return [
            item
            for item in self._items.values()
            if isinstance(item.piece, Hand) is hands and item.spread is not None and meet(item.spread, rect)
        ]

    def _lay_still(self, rect: Rect) -> None:
        """Compose the light of a rectangle again without hands."""
        if rect[2] <= 0 or rect[3] <= 0:
            return
        x, y, width, height = rect
        at = np.s_[y : y + height, x : x + width]
        near = self._near(rect, hands=False)
        self._floor_light(rect, near)
        self._plane[at] = self.stage.level[at]
        for item in back_to_front(near, self.stage.eye.origin):
            for sprite in item.sprites:
                self._lay(item, sprite, near, rect)
        total = self._still[0][at].copy()
        for layer in self._still[1:]:
            cv2.add(total, layer[at], dst=total)
        self._still_sum[at] = total

    def _redraw(self, rect: Rect) -> None:
        """Compose the light of a rectangle again, with hands and their shadows, and develop it."""
        if rect[2] <= 0 or rect[3] <= 0:
            return
        x, y, width, height = rect
        at = np.s_[y : y + height, x : x + width]
        hands = self._near(rect, hands=True)
        light = self._still_sum[at].copy()
        lit = self._under(hands, rect)
        if lit is not None:
            light[:] = 0
            for layer, share in zip(self._still, lit, strict=True):
                cv2.add(light, cv2.multiply(layer[at], cv2.merge((share, share, share))), dst=light)
        for item in back_to_front(hands, self.stage.eye.origin):
            for sprite in item.sprites:
                self._lay_hand(sprite, light, rect)
        self._light[at] = light
        reach = self.development.reach
        wide = clipped(rect, 2 * reach, self.camera.width, self.camera.height)
        wx, wy, ww, wh = wide
        toned = self.development.tone(np.ascontiguousarray(self._light[wy : wy + wh, wx : wx + ww]))
        # Pixels near the edge of the cut were softened with light that is not there.
        keep = clipped(rect, reach, self.camera.width, self.camera.height)
        kx, ky, kw, kh = keep
        self._pixels[ky : ky + kh, kx : kx + kw] = toned[ky - wy : ky - wy + kh, kx - wx : kx - wx + kw]

    def _under(self, hands: list[Item], rect: Rect) -> list[NDArray[np.float32]] | None:
        """Return the share of each light that hands let through to everything else, (h, w) each; None for all.

        The grid of samples is fixed on the picture: the result must not depend on where the rectangle was cut.
        """
        if not hands:
            return None
        coarse = HAND_SHADE[self._quality]
        grid = sample_grid(rect, coarse)
        planes = self._planes_on(grid, coarse)
        lit = [np.ones(planes.shape, np.float32) for _ in self._still]
        shaded = False
        for which in np.flatnonzero(np.bincount(planes.ravel())):
            shadows = self._shadows_on(self._height_of(int(which)), hands, rect)
            if not shadows:
                continue
            shaded = True
            on = (planes == which).astype(np.uint8)
            for source, part in enumerate(visible_samples(shadows, self._hand_lights.slices, grid, coarse)):
                # Light also comes to pieces from below the plane of their upper face.
                below = source == ROOM and which >= len(self.stage.heights)
                cv2.copyTo(0.3 + 0.7 * part if below else part, on, lit[source])
        return [to_pixels(part, grid, rect, coarse) for part in lit] if shaded else None

    def _planes_on(self, grid: Rect, coarse: int) -> NDArray[np.uint8]:
        """Return the plane on which a hand's shadow falls at each sample of a grid, (h, w)."""
        x, y, columns, rows = grid
        across = np.clip(x + coarse * np.arange(columns) + coarse // 2, 0, self.camera.width - 1)
        down = np.clip(y + coarse * np.arange(rows) + coarse // 2, 0, self.camera.height - 1)
        return self._plane[np.ix_(down, across)]

    def _plane_of(self, height: float) -> int:
        """Return the number of the plane on which a hand's shadow falls on a piece of this height (mm)."""
        return len(self.stage.heights) + max(round(height / self.style.field.dame_height), 0)

    def _height_of(self, plane: int) -> float:
        """Return the height (mm) of a plane: a level of the empty table, or a multiple of a dame's height."""
        levels = self.stage.heights
        return levels[plane] if plane < len(levels) else (plane - len(levels)) * self.style.field.dame_height

    def _floor_light(self, rect: Rect, near: list[Item]) -> None:
        """Light the empty table in a rectangle, with the shadows of nearby pieces."""
        x, y, width, height = rect
        at = np.s_[y : y + height, x : x + width]
        level = self.stage.level[at]
        shades: list[tuple[NDArray[np.uint8], list[NDArray[np.float32]]]] = []
        for which, plane in enumerate(self.stage.heights):
            on = (level == which).astype(np.uint8)
            if not cv2.countNonZero(on):
                continue
            shade = self.shade_on(plane, [item for item in near if which in self._levels(item)], rect)
            if shade is not None:
                shades.append((on, shade))
        for source, layer in enumerate(self.stage.layers):
            if not shades:
                self._still[source][at] = layer[at]
                continue
            lit = np.ones((height, width), np.float32)
            for on, shade in shades:
                cv2.copyTo(shade[source], on, lit)
            self._still[source][at] = cv2.multiply(layer[at], cv2.merge((lit, lit, lit)))

    def _lay(self, item: Item, sprite: Sprite, near: list[Item], rect: Rect) -> None:
        """Lay one sprite over the kept light in `rect`, behind nearer things and under the shadows on it."""
        x0, y0, width, height = overlap = _common(sprite.rect, rect)
        if width <= 0 or height <= 0:
            return
        own, on = _cut(overlap, sprite.rect), np.s_[y0 : y0 + height, x0 : x0 + width]
        cover, shown = self._shown(sprite, own, on)
        shadows = [
            outline
            for other in near
            if other.high > item.high + 0.5
            for shadow in [self._shadow(other, item.high)]
            if shadow is not None and meet(shadow[1], overlap)
            for outline in shadow[0]
        ]
        lights = visibility(shadows, self._lights.slices, overlap) if shadows else None
        for source, still in enumerate(self._still):
            layer = sprite.layers[source][own]
            if lights is not None:
                lit = lights[source]
                if source == ROOM:  # Light also comes from below the plane of the upper face.
                    lit = 0.3 + 0.7 * lit
                layer = layer * lit[..., None]
            if shown is not None:
                layer = layer * shown[..., None]
            still[on] = still[on] * (1 - cover[..., None]) + layer
        self._plane[on][cover > 0.5] = self._plane_of(item.high)

    def _lay_hand(self, sprite: Sprite, light: NDArray[np.float32], rect: Rect) -> None:
        """Lay one sprite of a hand over the light of `rect`."""
        x0, y0, width, height = overlap = _common(sprite.rect, rect)
        if width <= 0 or height <= 0:
            return
        own, on = _cut(overlap, sprite.rect), _cut(overlap, rect)
        cover, shown = self._shown(sprite, own, np.s_[y0 : y0 + height, x0 : x0 + width])
        total = sprite.layers[0][own].copy()
        for layer in sprite.layers[1:]:
            cv2.add(total, layer[own], dst=total)
        through = 1 - cover
        behind = cv2.multiply(light[on], cv2.merge((through, through, through)))
        light[on] = behind + (total if shown is None else total * shown[..., None])

    def _shown(
        self, sprite: Sprite, own: tuple[slice, slice], there: tuple[slice, slice]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
        """Return a sprite's cover where the empty table does not hide it, and its visible part, None for all of it."""
        shown = (sprite.depth[own] < self.stage.depth[there] + BEHIND).astype(np.float32)
        if shown.all():
            return sprite.cover[own], None
        shown = np.where(np.isinf(sprite.depth[own]), 1.0, shown).astype(np.float32)
        return sprite.cover[own] * shown, shown


def _common(one: Rect, other: Rect) -> Rect:
    """Return the intersection of two rectangles; its width or height is not positive when there is none."""
    x, y = max(one[0], other[0]), max(one[1], other[1])
    return x, y, min(one[0] + one[2], other[0] + other[2]) - x, min(one[1] + one[3], other[1] + other[3]) - y


def _cut(part: Rect, rect: Rect) -> tuple[slice, slice]:
    """Return the rows and columns of a part within a picture of `rect`."""
    top, left = part[1] - rect[1], part[0] - rect[0]
    return slice(top, top + part[3]), slice(left, left + part[2])
