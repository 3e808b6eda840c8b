"""Small networks of fully connected layers, run with numpy alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Network:
    """Hidden layers of rectified units and a linear last layer.

    layers: (weights, biases) of each layer, float32.
    """

    layers: tuple[tuple[Floats, Floats], ...]

    @classmethod
    def fresh(cls, sizes: tuple[int, ...], seed: int) -> Network:
        """Return a network with random weights (He), a tenth of that in the last layer.

        sizes: units of each layer, from the inputs to the outputs.
        """
        random = np.random.default_rng(seed)
        layers = []
        for at, (before, after) in enumerate(pairwise(sizes)):
            scale = np.sqrt(2 / before) * (0.1 if at == len(sizes) - 2 else 1)
            layers.append(
                ((random.normal(size=(before, after)) * scale).astype(np.float32), np.zeros(after, np.float32))
            )
        return cls(tuple(layers))

    def widen(self, inputs: int) -> Network:
        """Return the network with more inputs, which do not matter yet."""
        (weights, biases), *others = self.layers
        more = np.zeros((inputs - len(weights), weights.shape[1]), np.float32)
        return Network(((np.concatenate([weights, more]), biases), *others))

    @classmethod
    def load(cls, path: Path | IO[bytes]) -> Network:
        """Read the weights of a file written by `save`."""
        with np.load(path) as stored:
            count = len(stored.files) // 2
            return cls(
                tuple((stored[f"w{at}"].astype(np.float32), stored[f"b{at}"].astype(np.float32)) for at in range(count))
            )

    def save(self, path: Path) -> None:
        """Write the weights as float16."""
        arrays = {}
        for at, (weights, biases) in enumerate(self.layers):
            arrays[f"w{at}"], arrays[f"b{at}"] = weights.astype(np.float16), biases.astype(np.float16)
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type] # its stub takes every name for an option

    def raw(self, inputs: Floats) -> Floats:
        """Return the last layer's outputs, (n, outputs), for inputs (n, inputs)."""
        for weights, biases in self.layers[:-1]:
            inputs = inputs @ weights
            inputs += biases
            np.maximum(inputs, 0, out=inputs)
        weights, biases = self.layers[-1]
        return np.asarray(inputs @ weights + biases, np.float32)


def sigmoid(raw: Floats) -> Floats:
    """Turn log odds into chances."""
    return np.asarray(1 / (1 + np.exp(-raw)), np.float32)
