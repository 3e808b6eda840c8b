"""Rewrite a network so that OpenCV runs it fastest, with the same answers. Repeating it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import onnx
from onnx import helper, numpy_helper, shape_inference

GREY = 0.5
"""Networks first subtract this from their pictures (0..1). `vision.models.network` does it instead, at no cost."""
FAST = 12
"""OpenCV's fast 3 by 3 convolution (Winograd) needs at least this many rows and columns of a map."""
WORTH = 10
"""Maps smaller than this gain nothing from padding to FAST."""


def quicken(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the network for pictures less GREY, with explicit zero padding around middling maps."""
    graph = shape_inference.infer_shapes(model).graph
    sizes = {
        value.name: [each.dim_value for each in value.type.tensor_type.shape.dim][2:]
        for value in (*graph.value_info, *graph.input, *graph.output)
    }
    constants = {each.name: each for each in graph.initializer}
    constants |= {node.output[0]: node.attribute[0].t for node in graph.node if node.op_type == "Constant"}
    renamed: dict[str, str] = {}
    nodes: list[onnx.NodeProto] = []
    for node in graph.node:
        for place, name in enumerate(node.input):
            node.input[place] = renamed.get(name, name)
        taken = constants.get(node.input[1]) if node.op_type == "Sub" else None
        if taken is not None and numpy_helper.to_array(taken).tolist() == GREY:
            renamed[node.output[0]] = node.input[0]
        elif node.op_type == "Conv" and _middling(node, sizes[node.input[0]]):
            nodes += _pad_explicitly(node)
        else:
            nodes.append(node)
    asked = {name for node in nodes for name in node.input}
    nodes = [node for node in nodes if node.op_type != "Constant" or node.output[0] in asked]
    quick = helper.make_graph(nodes, graph.name, graph.input, graph.output, graph.initializer)
    return helper.make_model(quick, opset_imports=model.opset_import, ir_version=model.ir_version)


def _middling(node: onnx.NodeProto, size: list[int]) -> bool:
    """Whether OpenCV runs a convolution over maps of this size (height, width) faster with explicit padding."""
    way = {each.name: list(each.ints) for each in node.attribute}
    plain = way["kernel_shape"] == [3, 3] and way["strides"] == way["dilations"] == [1, 1] and way["pads"] == [1] * 4
    return plain and WORTH <= min(size) < FAST


def _pad_explicitly(node: onnx.NodeProto) -> Iterator[onnx.NodeProto]:
    """Return an explicit padding node, and the convolution without padding."""
    wide, zeros = f"{node.output[0]}_wide", f"{node.output[0]}_zeros"
    around = helper.make_tensor(zeros, onnx.TensorProto.INT64, [8], [0, 0, 1, 1, 0, 0, 1, 1])
    yield helper.make_node("Constant", [], [zeros], value=around, name=zeros)
    yield helper.make_node("Pad", [node.input[0], zeros], [wide], name=wide)
    node.input[0] = wide
    next(each for each in node.attribute if each.name == "pads").ints[:] = [0] * 4
    yield node
