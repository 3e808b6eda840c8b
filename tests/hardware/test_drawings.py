"""The files that `./run plan` writes, read back by other programs."""

from __future__ import annotations

import shutil
from itertools import pairwise
from math import hypot
from pathlib import Path

import cv2
import ezdxf.filemanagement
import numpy as np
import pypdfium2
import pytest
import trimesh
from numpy.typing import NDArray

from events.field import HOLES
from hardware.board.measures import BOARD, BoardMeasures, load, marker_places
from hardware.circuit import draw
from hardware.drawings.drill_template import EDGE, RAILS, drilling_template, strip_length, strip_plan, strip_sensors
from hardware.drawings.sheet import DRILL, MARGIN, RULER, Sheet, pages_of
from hardware.plan import WRITERS, main
from hardware.printed_parts import SOLIDS, mesh_of, plug
from vision.table.lens import CHART, DICTIONARY, FIRST_ID, MARKER, SQUARE

DOTS = 8.0
"""Pixels a millimetre at which PDF pages are looked at."""


@pytest.fixture(scope="module")
def board() -> BoardMeasures:
    return load()


def page(pdf: Path, number: int = 0) -> NDArray[np.uint8]:
    """Return one page as a grey picture of DOTS pixels a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return np.asarray(document[number].render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy())
    finally:
        document.close()


def test_the_dxf_drills_every_hole_where_the_field_has_it(board: BoardMeasures, tmp_path: Path) -> None:
    """Thirty circles of the hole's diameter; distances as on the board, y upwards."""
    assert main(["template", "--out", str(tmp_path)]) == 0
    drawing = ezdxf.filemanagement.readfile(tmp_path / "drilling-template.dxf")
    assert drawing.units == ezdxf.units.MM
    circles = list(drawing.modelspace().query(f'CIRCLE[layer=="{DRILL}"]'))
    assert len(circles) == HOLES
    left = EDGE + board.field.rail
    for circle, (x, y) in zip(circles, board.holes, strict=True):
        assert circle.dxf.radius * 2 == pytest.approx(board.hole.diameter)
        assert (circle.dxf.center.x - left, -circle.dxf.center.y - left) == pytest.approx((x, y))


def test_the_pdf_is_to_scale(board: BoardMeasures, tmp_path: Path) -> None:
    """On the first A4 page the far rail's first two holes are found by their circles, a case's width apart."""
    main(["template", "--out", str(tmp_path)])
    picture = page(tmp_path / "drilling-template.pdf")
    assert picture.shape == pytest.approx((210 * DOTS, 297 * DOTS), abs=2)
    places = [(MARGIN + EDGE + board.field.rail + x, MARGIN + EDGE + board.field.rail + y) for x, y in board.holes]
    radius = board.hole.diameter / 2
    for x, y in places[12:14]:
        ring = [
            picture[
                round((y + radius * np.sin(a)) * DOTS) - 2 : round((y + radius * np.sin(a)) * DOTS) + 3,
                round((x + radius * np.cos(a)) * DOTS) - 2 : round((x + radius * np.cos(a)) * DOTS) + 3,
            ].min()
            for a in np.linspace(0, 2 * np.pi, 40)
        ]
        assert max(ring) < 128
    # The ruler, up to where the words about it begin.
    line = round((210 - 7) * DOTS)
    ruler = picture[line - 3 : line + 4, : round((MARGIN + RULER + 2) * DOTS)].min(axis=0)
    assert np.flatnonzero(ruler < 160)[[0, -1]] / DOTS == pytest.approx((MARGIN, MARGIN + RULER), abs=0.3)


def test_pages_cover_the_whole_sheet(board: BoardMeasures) -> None:
    """Every point of the template is on some page."""
    sheet = drilling_template(board)
    pages = pages_of(sheet)
    width, height = 297 - 2 * MARGIN, 210 - 2 * MARGIN
    for x in np.linspace(0, sheet.width, 60):
        for y in np.linspace(0, sheet.height, 60):
            assert any(left <= x <= left + width and top <= y <= top + height for left, top in pages)
    assert pages_of(Sheet("small", 100, 100, ())) == ((0.0, 0.0),)


def test_strips_carry_each_sensor_once_under_its_hole(board: BoardMeasures) -> None:
    sensors = {name: strip_sensors(board, name) for name in RAILS}
    assert sorted(hole for strip in sensors.values() for hole, _ in strip) == list(range(HOLES))
    for name, strip in sensors.items():
        for (hole, along), (other, along_other) in pairwise(strip):
            (x, y), (x_other, y_other) = board.holes[hole], board.holes[other]
            assert along_other - along == pytest.approx(hypot(x_other - x, y_other - y), abs=0.001)
        assert strip[-1][1] < strip_length(board, name)
    inside = strip_plan(board)
    assert strip_length(board, "near") <= inside.width


def test_the_printed_markers_are_found_by_opencv(board: BoardMeasures, tmp_path: Path) -> None:
    """OpenCV finds the four markers at their size, and every corner of the lens chart."""
    main(["markers", "--out", str(tmp_path)])
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(page(tmp_path / "markers.pdf"))
    assert sorted(ids.ravel()) == [0, 1, 2, 3]
    for found in corners:
        assert np.ptp(found[0][:, 0]) / DOTS == pytest.approx(board.markers.size, abs=0.3)
    across, along = CHART
    numbers = np.arange(FIRST_ID, FIRST_ID + across * along // 2)
    chart = cv2.aruco.CharucoBoard(CHART, SQUARE, MARKER, dictionary, numbers)
    found_corners, *_ = cv2.aruco.CharucoDetector(chart).detectBoard(page(tmp_path / "markers.pdf", 1))
    assert len(found_corners) == (across - 1) * (along - 1)


def test_markers_are_announced_clockwise_from_the_far_left(board: BoardMeasures) -> None:
    places = np.array(marker_places(board))
    assert np.all(places[0] < 0)
    following = np.roll(places, -1, axis=0)
    area = np.sum(places[:, 0] * following[:, 1] - places[:, 1] * following[:, 0])
    # With y downwards a positive area is clockwise.
    assert area > 0


@pytest.mark.parametrize("name", SOLIDS)
def test_every_print_is_one_closed_solid(board: BoardMeasures, name: str) -> None:
    solid = SOLIDS[name](board)
    assert len(solid.decompose()) == 1
    mesh = mesh_of(solid)
    assert mesh.is_watertight
    assert mesh.volume > 0


def test_stl_files_hold_what_was_made(board: BoardMeasures, tmp_path: Path) -> None:
    main(["prints", "--out", str(tmp_path)])
    assert sorted(path.stem for path in tmp_path.glob("*.stl")) == sorted(SOLIDS)
    mesh = trimesh.load_mesh(tmp_path / "fichet.stl")
    assert mesh.bounds[0][2] == pytest.approx(-board.shank, abs=0.01)
    assert mesh.extents[0] == pytest.approx(board.peg.head, abs=0.05)


def test_pegs_go_into_their_holes_and_magnets_into_their_pegs(board: BoardMeasures) -> None:
    """Below the rail's top nothing of a peg is wider than its shank; the pocket takes the magnet and its plug."""
    for name, cover in (("fichet", board.magnet.fichet_cover), ("pavillon", board.magnet.pavillon_cover)):
        mesh = mesh_of(SOLIDS[name](board))
        below = mesh.vertices[mesh.vertices[:, 2] < -0.01]
        assert np.hypot(below[:, 0], below[:, 1]).max() * 2 <= board.peg.diameter + 0.01
        pocket = [z for x, y, z in below if np.hypot(x, y) < board.peg.diameter / 2 - 0.3]
        assert max(pocket) + board.shank == pytest.approx(cover + board.magnet.thickness, abs=0.01)
        assert plug(board, cover).volume() > 0


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_the_wiring_is_drawn(tmp_path: Path) -> None:
    picture = draw("pico", tmp_path).read_text(encoding="utf-8")
    assert picture.count("h29") >= 1
    assert "MUX_B" in picture


def test_everything_is_written_for_another_board_too(tmp_path: Path) -> None:
    """A smaller board, from its own file."""
    text = BOARD.read_text(encoding="utf-8").replace("width = 440.0", "width = 428.0", 1)
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    names = [name for name in WRITERS if name != "wiring"]
    assert main([*names, "--board", str(tmp_path / "small.toml"), "--out", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 5 + len(SOLIDS) + 2 + 6


def test_checking_alone_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--out", str(tmp_path / "out")]) == 0
    assert "consistent" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()


def test_an_inconsistent_board_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = BOARD.read_text(encoding="utf-8").replace("depth = 14.0", "depth = 20.0", 1)
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    assert main(["--board", str(tmp_path / "bad.toml"), "--out", str(tmp_path / "out")]) == 1
    assert "does not fit into a groove" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_unknown_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tempate"])
    assert "'tempate'" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "plan"):
        assert main(["markers", "parts", "--out", str(out)]) == 1
        announced = capsys.readouterr()
        assert [line.partition(":")[0] for line in announced.err.splitlines()] == ["markers", "parts"]
        assert str(out) in announced.err
