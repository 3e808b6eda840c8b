"""Run the learned parts: small ONNX networks shipped in `vision/models`, run by OpenCV's own DNN module."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

CELL = 4
"""Pixels of a picture per cell of the maps that networks answer with."""
GREY = (127.5, 127.5, 127.5, 0.0)
"""Subtracted from the bytes of a picture, so that networks see -0.5..0.5; a fourth channel is seen as 0..1."""


_loaded: dict[str, cv2.dnn.Net] = {}


def _load(name: str) -> cv2.dnn.Net:
    if name not in _loaded:
        model = np.frombuffer(resources.files("vision.models").joinpath(f"{name}.onnx").read_bytes(), np.uint8)
        _loaded[name] = cv2.dnn.readNetFromONNX(model)
    return _loaded[name]


def forget(*names: str) -> None:
    """Free the memory of these networks. Each is loaded again, in some 10 ms, when it is next run."""
    for name in names:
        _loaded.pop(name, None)


def maps(name: str, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Run network `name` on images of one size (height, width, 3; BGR): (n, ...) float32.

    A network stays loaded until `forget`; only one thread may use it at a time.
    """
    net = _load(name)
    # Splitting bytes into planes is faster than splitting floats; the network's own scaling gives the same values.
    net.setInput(_planes(images), "", 1 / 255.0, GREY)
    return np.asarray(net.forward(), np.float32)


def answer_of(name: str, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run network `name` on features (n, channels, height, width) that another network made."""
    net = _load(name)
    net.setInput(features)
    return np.asarray(net.forward(), np.float32)


def _planes(images: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return images as planes (n, channels, height, width): OpenCV's own blobs of them take five times as long."""
    height, width, channels = images[0].shape
    planes = np.empty((len(images), channels, height, width), np.uint8)
    for image, into in zip(images, planes, strict=True):
        cv2.split(image, list(into))
    return planes


def sigmoid(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn scores into probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


def logit(probability: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Return the log odds of probabilities, between -9.2 and 9.2."""
    inside = np.clip(probability, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(inside / (1 - inside)), np.float64)


def peaks(heat: NDArray[np.float32], least: float, reach: int) -> NDArray[np.float64]:
    """Return the local maxima of a heat map (h, w) of at least `least`: (n, 3) of x, y (in cells, refined) and height.

    No two are within `reach` cells of one another along both axes, unless equal.
    """
    size = 2 * reach + 1
    highest = cv2.dilate(heat, np.ones((size, size), np.uint8))
    ys, xs = np.nonzero((heat >= highest) & (heat >= least))
    padded = np.pad(heat, 1, mode="edge")
    centre = padded[ys + 1, xs + 1]

    def shift(before: NDArray[np.float32], after: NDArray[np.float32]) -> NDArray[np.float32]:
        bend = before + after - 2 * centre
        return np.clip(np.where(bend < -1e-6, (before - after) / (2 * np.minimum(bend, -1e-6)), 0), -0.5, 0.5)

    dx = shift(padded[ys + 1, xs], padded[ys + 1, xs + 2])
    dy = shift(padded[ys, xs + 1], padded[ys + 2, xs + 1])
    return np.column_stack([xs + dx, ys + dy, centre]).astype(np.float64)
