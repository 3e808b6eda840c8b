"""Everything to build a board from: `./run plan [--out FOLDER] [--board FILE] [WHAT...]`.

WHAT is any of check, template, strips, markers, prints, wiring, parts, pictures; all of them when none is named.
Nothing is written for a board that cannot be built: every reason is printed instead, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from hardware.board.measures import BOARD, InvalidBoard, load

try:
    from hardware.board.checks import problems
    from hardware.circuit import BUILDS, CannotDraw, draw
    from hardware.drawings.drill_template import drilling_template, strip_plan
    from hardware.drawings.markers import lens_chart, marker_sheet
    from hardware.drawings.sheet import write_dxf, write_pdf
    from hardware.guide_pictures import guide_pictures
    from hardware.parts import as_markdown, bill
    from hardware.printed_parts import write_stl
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing}: install the dependency group `hardware` of pyproject.toml first") from missing
from collections.abc import Callable, Sequence

from hardware.board.measures import BoardMeasures


def write_template(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write the drilling template, as PDF on A4 pages and as one DXF."""
    sheet = drilling_template(board)
    write_pdf([sheet], folder / "drilling-template.pdf")
    write_dxf(sheet, folder / "drilling-template.dxf")
    return [folder / "drilling-template.pdf", folder / "drilling-template.dxf"]


def write_strips(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write the sensor strips, PDF and DXF."""
    sheet = strip_plan(board)
    write_pdf([sheet], folder / "sensor-strips.pdf")
    write_dxf(sheet, folder / "sensor-strips.dxf")
    return [folder / "sensor-strips.pdf", folder / "sensor-strips.dxf"]


def write_markers(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write the marker sheet and the lens chart."""
    write_pdf([marker_sheet(board), lens_chart()], folder / "markers.pdf")
    return [folder / "markers.pdf"]


def write_wiring(board: BoardMeasures, folder: Path) -> list[Path]:  # noqa: ARG001 - the wiring is the same for any size
    """Draw a diagram of each build."""
    return [draw(build, folder) for build in BUILDS]


def write_parts(board: BoardMeasures, folder: Path) -> list[Path]:
    """Write a bill of materials of each build."""
    paths: list[Path] = []
    for build in BUILDS:
        path = folder / f"parts-{build}.md"
        path.write_text(f"# Parts, {build} build\n\n{as_markdown(bill(board, build))}", encoding="utf-8")
        paths.append(path)
    return paths


WRITERS: Final[dict[str, Callable[[BoardMeasures, Path], list[Path]]]] = {
    "template": write_template,
    "strips": write_strips,
    "markers": write_markers,
    "prints": write_stl,
    "wiring": write_wiring,
    "parts": write_parts,
    "pictures": guide_pictures,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the board, write the requested plans and return the exit status."""
    parser = argparse.ArgumentParser(prog="./run plan", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"check, {', '.join(WRITERS)} (all when none is named)")
    parser.add_argument("--board", type=Path, default=BOARD, help="the board's measures (hardware/board.toml)")
    parser.add_argument("--out", type=Path, default=Path("var/plan"), help="where to write (var/plan)")
    options = parser.parse_args(arguments)
    for name in options.what:
        if name != "check" and name not in WRITERS:
            parser.error(f"{name!r}: expected check, {', '.join(WRITERS)}")
    try:
        board = load(options.board)
    except InvalidBoard as error:
        print(error, file=sys.stderr)
        return 1
    if wrong := problems(board):
        print(*wrong, sep="\n", file=sys.stderr)
        return 1
    print(f"{options.board}: the plan is consistent")
    return _write(board, [name for name in options.what or WRITERS if name != "check"], options.out)


def _write(board: BoardMeasures, names: list[str], folder: Path) -> int:
    status = 0
    for name in names:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in WRITERS[name](board, folder):
                print(path)
        except CannotDraw as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = 1
        except OSError as error:
            print(f"{name}: {error.filename or folder}: {error.strerror}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
