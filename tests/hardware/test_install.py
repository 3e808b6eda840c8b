"""The guide's commands install the firmware, with mpremote's own code, on a board whose files are a folder."""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

from mpremote import commands
from mpremote.main import argparse_filesystem
from mpremote.transport import Transport, TransportExecError

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "building.md").read_text(encoding="utf-8")


class FolderBoard(Transport):  # type: ignore[misc] # mpremote publishes no types
    """A board without a serial line: mpremote's commands run here, with a folder as flash."""

    def __init__(self, flash: Path) -> None:
        self._flash = flash
        self._globals: dict[str, Any] = {"open": self._opened, "os": self}

    def stat(self, path: str) -> os.stat_result:
        """Work like the board's `os.stat`; the empty path is the root."""
        return os.stat(self._at(path))

    def mkdir(self, path: str) -> None:
        """As the board's `os` has it."""
        self._at(path).mkdir()

    def ilistdir(self, path: str = "") -> list[tuple[str, int, int, int]]:
        """As the board's `os` has it."""
        return [(each.name, 0x4000 if each.is_dir() else 0x8000, 0, 0) for each in self._at(path).iterdir()]

    def _opened(self, path: str, mode: str) -> IO[Any]:
        return self._at(path).open(mode)

    def _at(self, path: str) -> Path:
        return self._flash / path.lstrip("/")

    def exec(self, command: str, data_consumer: Callable[[bytes], object] | None = None) -> None:
        """Run a command on the board; its output goes to `data_consumer`."""
        said = io.StringIO()
        try:
            with redirect_stdout(said):
                exec(command.replace("import os\n", "").removesuffix("import os"), self._globals)  # noqa: S102 - mpremote's own
        except OSError as error:
            raise TransportExecError("", f"OSError: {error.errno}") from None
        if data_consumer is not None:
            data_consumer(said.getvalue().encode())

    def eval(self, expression: str) -> object:
        """Return the value of an expression on the board."""
        try:
            return eval(expression, self._globals)  # noqa: S307 - mpremote's own
        except OSError as error:
            raise TransportExecError("", f"OSError: [Errno {error.errno}] ENOENT") from None


def commands_of_the_guide() -> list[list[str]]:
    """Return the arguments of every `mpremote fs` in the guide."""
    return [shlex.split(words) for words in re.findall(r"/mpremote fs (.+)", GUIDE)]


def installed(folder: Path, flash: Path) -> dict[str, bytes]:
    """Return the files on a board after the guide's commands, run in a clone of the project."""
    state = SimpleNamespace(transport=FolderBoard(flash), ensure_raw_repl=lambda: None, did_action=lambda: None)
    before = Path.cwd()
    os.chdir(folder)
    try:
        for words in commands_of_the_guide():
            commands.do_filesystem(state, argparse_filesystem().parse_args(words))
    finally:
        os.chdir(before)
    return {str(path.relative_to(flash)): path.read_bytes() for path in sorted(flash.rglob("*")) if path.is_file()}


def test_the_guides_commands_install_on_an_empty_board_and_update_it(tmp_path: Path) -> None:
    """The commands run in a clean clone. A second run replaces the old files and nests no folder."""
    clone, flash = tmp_path / "clone", tmp_path / "flash"
    flash.mkdir()
    shutil.copytree(ROOT / "hardware" / "firmware", clone / "hardware" / "firmware", ignore=lambda *_: {"__pycache__"})
    files = sorted(path.name for path in (clone / "hardware" / "firmware").iterdir())
    wanted = {"main.py", *(f"firmware/{name}" for name in files)}
    first = installed(clone, flash)
    assert first.keys() == wanted
    assert first["main.py"] == (clone / "hardware" / "firmware" / "main.py").read_bytes()
    (clone / "hardware" / "firmware" / "layout.py").write_text("VERSION = (2, 0, 0)\n")
    second = installed(clone, flash)
    assert second.keys() == wanted
    assert second["firmware/layout.py"] == b"VERSION = (2, 0, 0)\n"


def test_mpremote_is_installed_where_the_system_lets_it() -> None:
    """Raspberry Pi OS refuses `pip install` into its own Python (PEP 668): the guide makes an environment first."""
    assert "python3 -m venv ~/mpremote" in GUIDE
    assert not re.search(r"^ *pip install", GUIDE, re.MULTILINE)


def test_the_modules_main_imports_are_where_they_are_installed() -> None:
    tree = ast.parse((ROOT / "hardware" / "firmware" / "main.py").read_text(encoding="utf-8"))
    (imported,) = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert imported == "firmware"
