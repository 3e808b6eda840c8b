"""The fast way to a frame: the empty table and pieces that lie still are kept, only what changed is redrawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np

from simulation.render.board_mesh import BAR, FLOOR, TABLE, TOP
from simulation.render.dice import die_solid, see_die
from simulation.render.ground import ground, grounded
from simulation.render.hands import see_hand, smear
from simulation.render.items import Item, back_to_front, item_of
from simulation.render.limbs import carried, casters, held_place
from simulation.render.pegs import peg_caster, peg_span, see_peg
from simulation.render.rects import clipped, joined, meet, merged
from simulation.render.sensor import Development, streak
from simulation.render.shadows import ROOM, LightPoints, bounds, disc, outlines, visibility
from simulation.render.solids import dame_solid, see_dame, see_jeton
from simulation.render.stage import set_stage
from simulation.render.truth import HANDS, Owners
from simulation.scene import JETON_HEIGHT, Dame, Die, Hand, Jeton, PegPlaced, dame_low

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from events.field import Point
    from simulation.render.camera import Camera
    from simulation.render.rects import Rect
    from simulation.render.shadows import Outlines
    from simulation.render.sprite import Sprite
    from simulation.render.style import Style
    from simulation.scene import Piece, Scene

Quality: TypeAlias = Literal["fast", "full"]

SAMPLES: dict[Quality, tuple[int, int]] = {"fast": (6, 6), "full": (20, 20)}
"""Points the room's light and each lamp are sampled at, by quality."""

BEHIND = 1.0
"""A piece may be this much (mm) behind the floor it stands on and still be drawn: rounding."""

OVERHEAD = 1000.0
"""Added to a hand's height when things are put in order: a hand reaches over everything."""


class Compositor:
    """Draws scenes under one style and camera.

    quality: "fast" for moving pictures, "full" for single ones (smoother shadows, highlights that spill). What the
    last scene looked like is kept, so a scene that differs little from the one before costs little.
    """

    def __init__(self, style: Style, camera: Camera, *, quality: Quality = "fast") -> None:
        room, lamp = SAMPLES[quality]
        self.style, self.camera = style, camera
        self._quality = quality
        self.stage = set_stage(style, camera)
        self._lights = LightPoints(style.lighting, self.stage.eye.middle, room, lamp)
        shape = (camera.height, camera.width)
        self.development = Development(camera.sensor, self.stage.gain, shape)
        self._items: dict[tuple[Piece, int], Item] = {}
        self._light = np.asarray(np.sum(self.stage.layers, axis=0), np.float32)
        self._pixels = self.development.tone(self._light)

    def picture(self, scene: Scene, seed: int, *, compress: bool = True) -> NDArray[np.uint8]:
        """One frame of a scene, (H, W, 3) uint8 BGR; `seed` of its noise."""
        self.draw(scene)
        pixels = self._pixels
        if self._quality == "full":
            pixels = self.development.tone(self.development.bloomed(self._light))
        return self.development.finish(pixels, seed, compress=compress)

    def draw(self, scene: Scene) -> None:
        """Bring the kept picture up to `scene`."""
        wanted = self._wanted(scene)
        gone = [item for key, item in self._items.items() if key not in wanted]
        fresh = {key: self._made(*key) for key in wanted if key not in self._items}
        self._items = {key: self._items[key] if key in self._items else fresh[key] for key in wanted}
        changed = [item.spread for item in (*gone, *fresh.values()) if item.spread is not None]
        for rect in merged(changed):
            self._redraw(rect)

    def owners(self, scene: Scene) -> Owners:
        """Which piece each pixel of the picture of `scene` shows."""
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

    def _wanted(self, scene: Scene) -> list[tuple[Piece, int]]:
        keys: list[tuple[Piece, int]] = [(dame, 0) for dame in scene.dames]
        keys += [(jeton, index) for index, jeton in enumerate(scene.jetons)]
        keys += [(die, index) for index, die in enumerate(scene.dice)]
        keys += [(peg, 0) for peg in scene.pegs]
        keys += [(hand, index) for index, hand in enumerate(scene.hands)]
        return list(dict.fromkeys(keys))

    def _made(self, piece: Piece, index: int) -> Item:
        """Trace a piece and throw its shadows."""
        item = self._traced(piece, index)
        for sprite in item.sprites:
            item.spread = joined(item.spread, sprite.rect)
        for level in self._levels(item):
            shadow = self._shadow(item, self.stage.heights[level])
            if shadow is not None:
                item.spread = joined(item.spread, shadow[1])
        return item

    def _traced(self, piece: Piece, index: int) -> Item:
        style, eye, board = self.style, self.stage.eye, self.style.field
        if isinstance(piece, Dame):
            dame = grounded(piece, style)
            caster = dame_solid(dame, board)
            # A leaning dame lies over what holds up its raised side.
            low = dame_low(dame, board) + math.sin(dame.lean) * board.dame / 2
            high = float(caster[:, 2].max())
            sprite = see_dame(dame, style.dame(piece.colour), board, eye)
            return item_of(piece, index, (sprite,), caster, low, high)
        if isinstance(piece, Jeton):
            jeton = grounded(piece, style)
            low, high = jeton.height, jeton.height + JETON_HEIGHT
            caster = disc(piece.x, piece.y, low, high, board.jeton / 2)
            sprite = see_jeton(jeton, style.jetons[index % len(style.jetons)], board, eye)
            return item_of(piece, index, (sprite,), caster, low, high)
        if isinstance(piece, Die):
            drawn = grounded(piece, style)
            caster = die_solid(drawn, board)
            sprite = see_die(drawn, style.dice[index % len(style.dice)], board, eye)
            sprite = self._blurred(sprite, piece.motion, drawn.height)
            return item_of(piece, index, (sprite,), caster, float(caster[:, 2].min()), float(caster[:, 2].max()))
        if isinstance(piece, PegPlaced):
            low, high = peg_span(piece, style)
            return item_of(piece, index, see_peg(piece, style, eye), peg_caster(piece, style), low, high)
        return self._reaching(piece, index)

    def _reaching(self, hand: Hand, index: int) -> Item:
        """A hand and what it carries; it is above everything."""
        style, eye, board = self.style, self.stage.eye, self.style.field
        held: tuple[Sprite | None, ...] = ()
        solids = casters(hand)
        match carried(hand, board):
            case Dame() as dame:
                held = (see_dame(dame, style.dame(dame.colour), board, eye),)
                solids.append(dame_solid(dame, board))
            case Die() as die:
                held = (see_die(die, style.dice[0], board, eye),)
            case Jeton() as jeton:
                held = (see_jeton(jeton, style.jetons[index % len(style.jetons)], board, eye),)
            case PegPlaced() as peg:
                held = see_peg(peg, style, eye, held_place(hand)[2])
        own = see_hand(hand, style, eye, 2 if self._quality == "fast" else 1)
        seen = [self._blurred(sprite, hand.motion, hand.height) for sprite in (*held, own)]
        sprites = tuple(sprite for sprite in seen if sprite is not None)
        high = max(float(solid[:, 2].max()) for solid in solids)
        return Item(hand, index, sprites, tuple(solids), hand.height + OVERHEAD, high + OVERHEAD, (hand.x, hand.y))

    def _blurred(self, sprite: Sprite | None, motion: Point, height: float) -> Sprite | None:
        """A sprite smeared along its way while the shutter was open, `motion` in mm at a height."""
        if sprite is None or motion == (0.0, 0.0):
            return sprite
        middle = self.stage.eye.middle
        ends = np.array([[*middle, height], [middle[0] + motion[0], middle[1] + motion[1], height]])
        one, other = self.camera.project(ends)
        kernel = streak((float(other[0] - one[0]), float(other[1] - one[1])))
        return sprite if kernel is None else smear(sprite, kernel)

    def _levels(self, item: Item) -> tuple[int, ...]:
        """The levels of the empty table a piece can darken."""
        board = self.style.field
        if self.style.bare:
            return (TABLE,)
        if isinstance(item.piece, Hand):
            return (TABLE, FLOOR, BAR, TOP)
        if ground(*item.place, self.style) < 0:
            return (TABLE,)
        reached = [FLOOR]
        if item.high > self.stage.heights[BAR]:
            reached.append(BAR)
        if item.high > board.rail_height:
            reached.append(TOP)
        return tuple(reached)

    def _shadow(self, item: Item, plane: float) -> tuple[tuple[Outlines, ...], Rect] | None:
        """A piece's shadows on a plane, thrown once and kept; None when it does not stand above it."""
        if plane not in item.shadows:
            thrown = [outlines(caster, self._lights.all, plane, self.camera) for caster in item.casters]
            made = tuple(shadow for shadow in thrown if shadow)
            rect: Rect | None = None
            for shadow in made:
                rect = joined(rect, bounds(shadow))
            item.shadows[plane] = None if rect is None else (made, rect)
        return item.shadows[plane]

    def shade_on(self, plane: float, items: list[Item], rect: Rect) -> list[NDArray[np.float32]] | None:
        """The share of each light that these pieces let through to a plane, (h, w) each; None when all of it."""
        shadows: list[Outlines] = []
        for item in items:
            shadow = self._shadow(item, plane)
            if shadow is not None and meet(shadow[1], rect):
                shadows.extend(shadow[0])
        return [visibility(shadows, part, rect) for part in self._lights.slices] if shadows else None

    def _redraw(self, rect: Rect) -> None:
        """Compose the light of a rectangle afresh and develop it."""
        rect = clipped(rect, 2, self.camera.width, self.camera.height)
        if rect[2] <= 0 or rect[3] <= 0:
            return
        x, y, width, height = rect
        at = np.s_[y : y + height, x : x + width]
        near = [item for item in self._items.values() if item.spread is not None and meet(item.spread, rect)]
        light = self._floor_light(rect, near)
        overhead = _Overhead(self, [item for item in near if isinstance(item.piece, Hand)], rect)
        for item in back_to_front(near, self.stage.eye.origin):
            for sprite in item.sprites:
                self._lay(item, sprite, near, overhead, light, rect)
        self._light[at] = light
        reach = self.development.reach
        wide = clipped(rect, 2 * reach, self.camera.width, self.camera.height)
        wx, wy, ww, wh = wide
        toned = self.development.tone(np.ascontiguousarray(self._light[wy : wy + wh, wx : wx + ww]))
        # What lies within reach of the cut's own edge was softened with light that is not there.
        keep = clipped(rect, reach, self.camera.width, self.camera.height)
        kx, ky, kw, kh = keep
        self._pixels[ky : ky + kh, kx : kx + kw] = toned[ky - wy : ky - wy + kh, kx - wx : kx - wx + kw]

    def _floor_light(self, rect: Rect, near: list[Item]) -> NDArray[np.float32]:
        x, y, width, height = rect
        at = np.s_[y : y + height, x : x + width]
        stage = self.stage
        level = stage.level[at]
        shades: list[tuple[NDArray[np.uint8], list[NDArray[np.float32]]]] = []
        for which, plane in enumerate(stage.heights):
            on = (level == which).astype(np.uint8)
            if not cv2.countNonZero(on):
                continue
            shade = self.shade_on(plane, [item for item in near if which in self._levels(item)], rect)
            if shade is not None:
                shades.append((on, shade))
        light = np.zeros((height, width, 3), np.float32)
        for source in range(len(stage.layers)):
            layer = stage.layers[source][at]
            if not shades:
                cv2.add(light, layer, dst=light)
                continue
            lit = np.ones((height, width), np.float32)
            for on, shade in shades:
                cv2.copyTo(shade[source], on, lit)
            cv2.add(light, cv2.multiply(layer, cv2.merge((lit, lit, lit))), dst=light)
        return light

    def _lay(
        self,
        item: Item,
        sprite: Sprite,
        near: list[Item],
        overhead: _Overhead,
        light: NDArray[np.float32],
        rect: Rect,
    ) -> None:
        """Lay one sprite over the light of `rect`, behind what stands before it and under what shades it."""
        sx, sy, sw, sh = sprite.rect
        x0, y0 = max(sx, rect[0]), max(sy, rect[1])
        x1, y1 = min(sx + sw, rect[0] + rect[2]), min(sy + sh, rect[1] + rect[3])
        if x1 <= x0 or y1 <= y0:
            return
        own = np.s_[y0 - sy : y1 - sy, x0 - sx : x1 - sx]
        on = np.s_[y0 - rect[1] : y1 - rect[1], x0 - rect[0] : x1 - rect[0]]
        cover = sprite.cover[own]
        shown = (sprite.depth[own] < self.stage.depth[y0:y1, x0:x1] + BEHIND).astype(np.float32)
        hidden = not shown.all()
        shadows = [
            outline
            for other in near
            if OVERHEAD > other.high > item.high + 0.5
            for shadow in [self._shadow(other, item.high)]
            if shadow is not None and meet(shadow[1], (x0, y0, x1 - x0, y1 - y0))
            for outline in shadow[0]
        ]
        total = np.zeros((y1 - y0, x1 - x0, 3), np.float32)
        under = None if isinstance(item.piece, Hand) else overhead.lit(item.high)
        for source, part in enumerate(self._lights.slices):
            layer = sprite.layers[source][own]
            if shadows or under is not None:
                lit = visibility(shadows, part, (x0, y0, x1 - x0, y1 - y0)) if shadows else np.ones((1, 1), np.float32)
                if under is not None:
                    lit = lit * under[source][on]
                if source == ROOM:  # Light also comes from below the plane of the upper face.
                    lit = 0.3 + 0.7 * lit
                layer = layer * lit[..., None]
            total += layer
        if hidden:
            shown = np.where(np.isinf(sprite.depth[own]), 1.0, shown).astype(np.float32)
            cover = cover * shown
            total *= shown[..., None]
        light[on] = light[on] * (1 - cover[..., None]) + total


class _Overhead:
    """The shade of hands over a rectangle, by the height it falls on; thrown once for all the pieces there."""

    def __init__(self, compositor: Compositor, hands: list[Item], rect: Rect) -> None:
        self._compositor, self._hands, self._rect = compositor, hands, rect
        self._kept: dict[float, list[NDArray[np.float32]] | None] = {}

    def lit(self, height: float) -> list[NDArray[np.float32]] | None:
        """The share of each light that reaches `height`, over the whole rectangle; None for all of it."""
        step = self._compositor.style.field.dame_height
        plane = round(height / step) * step
        if plane not in self._kept:
            self._kept[plane] = self._compositor.shade_on(plane, self._hands, self._rect)
        return self._kept[plane]
