"""The shipped networks are in the form that OpenCV runs fastest."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from vision.models.network import GREY, maps

MODELS = sorted((Path(vision.__file__).parent / "models").glob("*.onnx"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: str(path.stem))
def test_networks_are_shipped_quickened(path: Path) -> None:
    """No network subtracts the grey from its pictures: that is done before (`training.quicken`)."""
    assert "onnx_node!/Sub" not in cv2.dnn.readNetFromONNX(str(path)).getLayerNames()


def test_the_input_of_a_network_is_opencvs_own_blob() -> None:
    """This holds for several pictures at once, and for a part of a larger picture."""
    pictures = list(np.random.default_rng(1).integers(0, 256, (3, 40, 40, 3), dtype=np.uint8))
    net = cv2.dnn.readNetFromONNX(str(next(path for path in MODELS if path.stem == "die_reader")))
    net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 255.0, mean=GREY))
    assert maps("die_reader", pictures) == pytest.approx(net.forward(), abs=1e-4)
    # The rows of a part of a picture have gaps between them in memory.
    parts = [np.pad(each, ((3, 5), (2, 7), (0, 0)))[3:-5, 2:-7] for each in pictures]
    assert (maps("die_reader", parts) == maps("die_reader", pictures)).all()
