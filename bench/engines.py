"""The networks run by another engine, and in whole numbers of eight bits: ./run bench engines.

Needs the dependency group `train`: onnx and onnxruntime. Whole numbers take their ranges from the photographs of
`boards`; the accuracy is that on other boards, corners given. OpenCV 4.14 loads only some networks of eight bits, and
runs those no faster.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from bench._results import Page, Results, Share, parser_of
from bench._traced import traced_tables
from bench._vision_scores import VisionScore, score_cases, score_dice
from bench.vision import PHOTOS, TRACED, calibration_of, median_milliseconds, picture_of
from simulation.labelled_pictures import photographs as labels
from simulation.render.traced import MitsubaMissing
from vision.locate.floor import find_floor
from vision.models import network
from vision.picture_file import load_image
from vision.read import read

FOLDER: Final = Path(network.__file__).parent
NETWORKS: Final = (
    "case_look", "case_teller", "die_finder", "die_lie", "die_reader", "flat", "outline", "peg_teller", "sides",
)  # fmt: skip
FIXED: Final = frozenset({"case_teller"})
"""Networks for one number of inputs: a reading asks about all cases at once."""
KEPT: Final = 16
"""The most inputs of a network that whole numbers take their ranges from."""
UNSCALED: Final = (0.0, 0.0, 0.0, 0.0)
COLUMNS: Final = ("engine", "a reading, ms", "finding the board, ms", "cases exact", "dice read", "false dice")


class Recorded:
    """OpenCV's network, whose inputs are kept."""

    def __init__(self, name: str, load: Callable[[str], cv2.dnn.Net], inputs: list[NDArray[np.float32]]) -> None:
        self._net, self._inputs = load(name), inputs

    def setInput(  # noqa: N802 - OpenCV's name
        self, blob: NDArray[Any], name: str = "", scale: float = 1.0, mean: tuple[float, ...] = UNSCALED
    ) -> None:
        """Keep the input, and give it to the network."""
        if len(self._inputs) < KEPT:
            self._inputs.append(scaled_planes(blob, scale, mean))
        self._net.setInput(blob, name, scale, mean)

    def forward(self) -> NDArray[np.float32]:
        """Return the network's answer."""
        return np.asarray(self._net.forward(), np.float32)


class Session:
    """A network run by onnxruntime, called as OpenCV's are."""

    def __init__(self, path: Path) -> None:
        runtime = importlib.import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._name = self._session.get_inputs()[0].name
        self._planes = np.zeros(0, np.float32)

    def setInput(  # noqa: N802 - OpenCV's name
        self, blob: NDArray[Any], _name: str = "", scale: float = 1.0, mean: tuple[float, ...] = UNSCALED
    ) -> None:
        """Take the input."""
        self._planes = scaled_planes(blob, scale, mean)

    def forward(self) -> NDArray[np.float32]:
        """Return the network's answer."""
        return np.asarray(self._session.run(None, {self._name: self._planes})[0], np.float32)


def scaled_planes(blob: NDArray[Any], scale: float, mean: tuple[float, ...]) -> NDArray[np.float32]:
    """Return an input as OpenCV's networks scale theirs."""
    if mean == UNSCALED:
        return np.asarray(blob, np.float32)
    less = np.array(mean[: blob.shape[1]], np.float32).reshape(1, -1, 1, 1)
    return np.asarray((blob - less) * np.float32(scale), np.float32)


def inputs_of_readings() -> dict[str, list[NDArray[np.float32]]]:
    """Return what the networks are asked while the photographs of boards are read."""
    inputs: dict[str, list[NDArray[np.float32]]] = {name: [] for name in NETWORKS}
    load = network._load  # noqa: SLF001 - the engine is what is measured
    nets = {name: Recorded(name, load, inputs[name]) for name in NETWORKS}
    with patch.object(network, "_load", nets.__getitem__):
        for labelled in labels.boards(PHOTOS):
            image = picture_of(labelled)
            read(image, calibration_of(labelled, "corners"), under_hands=True)
            find_floor(image)
    return inputs


def write_any_size(name: str, path: Path) -> None:
    """Write a network for inputs of any number and size, as OpenCV runs it."""
    onnx = importlib.import_module("onnx")
    model = onnx.load(FOLDER / f"{name}.onnx")
    if name not in FIXED:
        for value in (*model.graph.input, *model.graph.output):
            for axis, size in enumerate(value.type.tensor_type.shape.dim):
                if axis != 1:
                    size.dim_param = f"{value.name}{axis}"
        del model.graph.value_info[:]
    onnx.save(model, path)


def write_quantised(path: Path, inputs: Sequence[NDArray[np.float32]], made: Path) -> None:
    """Write a network whose weights and maps have eight bits; inputs: examples that give the ranges."""
    quantization = importlib.import_module("onnxruntime.quantization")
    prepare = importlib.import_module("onnxruntime.quantization.shape_inference").quant_pre_process
    name = importlib.import_module("onnx").load(path).graph.input[0].name

    class Examples(quantization.CalibrationDataReader):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self._left = iter(inputs)

        def get_next(self) -> dict[str, NDArray[np.float32]] | None:
            example = next(self._left, None)
            return None if example is None else {name: example}

    prepared = made.with_suffix(".prepared.onnx")
    prepare(str(path), str(prepared), skip_symbolic_shape=True)
    quantization.quantize_static(str(prepared), str(made), Examples(), per_channel=True)


def measure(engine: str, pictures: list[labels.Labelled]) -> tuple[str | int | float | Share, ...]:
    """Return the row of an engine, which is in place."""
    score = VisionScore()
    for labelled in pictures:
        reading = read(picture_of(labelled), calibration_of(labelled, "corners"), under_hands=True)
        score_cases(score, reading, labelled)
        if labelled.dice_scored:
            score_dice(score, reading.dice, labelled)
    first = labels.boards(PHOTOS)[0]
    frame = load_image(first.path)
    return (
        engine,
        median_milliseconds(lambda: read(frame, calibration_of(first, "corners"), under_hands=True), 15),
        median_milliseconds(lambda: find_floor(frame), 9),
        Share(score.cases_right, score.cases),
        Share(score.dice_right, score.dice),
        score.false_dice,
    )


def engines(folder: Path) -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield each engine and what loads a network for it; the networks are written to a folder."""
    yield "OpenCV", network._load  # noqa: SLF001 - the engine is what is measured
    inputs = inputs_of_readings()
    for name in NETWORKS:
        write_any_size(name, folder / f"{name}.onnx")
        made = folder / f"{name}.int8.onnx"
        if inputs[name]:
            write_quantised(folder / f"{name}.onnx", inputs[name], made)
        else:
            made.write_bytes((folder / f"{name}.onnx").read_bytes())
    for kind, suffix in (("", ".onnx"), (", eight bits", ".int8.onnx")):
        sessions = {name: Session(folder / f"{name}{suffix}") for name in NETWORKS}
        yield f"onnxruntime{kind}", sessions.__getitem__


def main(arguments: list[str]) -> int:
    """Print and keep the table; nothing to measure without the photographs or the group `train`."""
    given = parser_of("engines", __doc__).parse_args(arguments)
    if not PHOTOS.is_dir():
        print(f"the photographs ({PHOTOS}) are missing")
        return 1
    cv2.setNumThreads(1)
    pictures = [each for part in ("open", "closed") for each in labels.more_boards(PHOTOS, part)]
    try:
        pictures += [each for part in ("open", "closed") for each in traced_tables(part, TRACED)]
    except MitsubaMissing as error:
        print(f"path traced boards are left out: {error}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for engine, load in engines(Path(folder)):
            with patch.object(network, "_load", load):
                rows.append(measure(engine, pictures))
    Results("engines", arguments, given).table(
        "",
        page=Page.PERFORMANCE,
        title="Networks by another engine",
        about="Processor time of one core for a development photograph; accuracy on other boards, corners given.",
        samples=len(pictures),
        unit="pictures",
        columns=COLUMNS,
        rows=rows,
    )
    return 0
