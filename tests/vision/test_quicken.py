"""A network's file rewritten so that OpenCV runs it fastest gives the same answers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

onnx = pytest.importorskip("onnx")
quicken = pytest.importorskip("training.quicken").quicken
helper, numpy_helper = onnx.helper, onnx.numpy_helper


def test_a_quickened_network_answers_the_same() -> None:
    """They agree to 1e-5 when the grey is subtracted beforehand. Rewriting it a second time changes nothing."""
    after = quicken(onnx.load_from_string(drawn()))
    assert [node.op_type for node in after.graph.node] == ["Conv", "Relu", "Constant", "Pad", "Conv", "Relu"]
    assert quicken(after) == after
    picture = np.random.default_rng(2).random((2, 3, 22, 40), np.float32)
    before = answer(drawn(), picture)
    assert answer(after.SerializeToString(), picture - np.float32(0.5)) == pytest.approx(before, abs=1e-5)


def answer(model: bytes, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """A network's answer to a picture, run by OpenCV."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
    net.setInput(picture)
    return np.asarray(net.forward(), np.float32)


def drawn() -> bytes:
    """Return a random network of two convolutions as `training.nets` exports it; the second has maps of 11 by 20."""
    rng = np.random.default_rng(3)
    sizes = {"one": (4, 3, 3, 3), "one_bias": (4,), "two": (5, 4, 3, 3), "two_bias": (5,)}
    known = [numpy_helper.from_array(rng.normal(0, 0.2, size).astype(np.float32), name) for name, size in sizes.items()]
    around = {"kernel_shape": [3, 3], "pads": [1] * 4, "dilations": [1, 1]}
    nodes = [
        helper.make_node("Constant", [], ["grey"], value=numpy_helper.from_array(np.array(0.5, np.float32))),
        helper.make_node("Sub", ["image", "grey"], ["less"]),
        helper.make_node("Conv", ["less", "one", "one_bias"], ["first"], strides=[2, 2], **around),
        helper.make_node("Relu", ["first"], ["lit"]),
        helper.make_node("Conv", ["lit", "two", "two_bias"], ["second"], strides=[1, 1], **around),
        helper.make_node("Relu", ["second"], ["maps"]),
    ]
    image, reported = (
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, size)
        for name, size in (("image", [1, 3, 22, 40]), ("maps", [1, 5, 11, 20]))
    )
    graph = helper.make_graph(nodes, "drawn", [image], [reported], known)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return bytes(model.SerializeToString())
