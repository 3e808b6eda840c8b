"""The calibration wizard: its steps, and its page in a real browser."""

from __future__ import annotations

import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Locator, Page, Route, expect

from announce.page.server import PageServer
from announce.phrases.catalogue import languages, walk_texts
from events.board_reading import Trouble
from events.field import Corners, Point
from tablier.cli import main
from tablier.devices import calibrate
from tablier.devices.calibrate import NOT_AT_THE_START, START, TO_MEND, Learnt, Message, Unfit, cell, messages_of
from tablier.devices.simulated_source import InventedTable
from tablier.setup.calibration_wizard import page
from tablier.setup.calibration_wizard.page import STATIC, Desk, create_walk_page, walk
from tablier.setup.calibration_wizard.steps import NO_PICTURE, NOT_FOUND, Walk, WizardStep
from tablier.storage.calibration_file import Kept, MeasuredLens, kept_lens, load, save
from tablier.storage.paths import site_of
from tablier.storage.settings import CameraSettings, PageSettings
from tablier.storage.settings_file import toml_of
from tests.browsing import violations, visit
from tests.vision.charts import held_about
from tests.waiting import LONG, eventually
from vision import calibration
from vision.calibration import Calibration, CalibrationError, Lens
from vision.table import learn, lens
from vision.table.lens import CELLS, FEWEST_VIEWS, measure

Image = NDArray[np.uint8]

LENS = Lens((520.0, 520.0, 327.0, 176.0), (-0.22, 0.05, 0.0008, -0.0006, 0.0))
NOT_THERE = "Failed to load resource"
"""At first there is no picture, and at the end the table has gone."""
GREY = np.full((720, 1280, 3), 120, np.uint8)


def test_a_board_in_sight_is_found_and_learnt(invented: InventedTable, start: Image, corners: Corners) -> None:
    person = Walk(invented.settings)
    assert person.state()["trouble"] is not None
    person.look(start)
    assert person.corners is not None
    width = corners[1][0] - corners[0][0]
    assert np.abs(np.array(person.corners) - corners).max() < 0.03 * width
    person.learn()
    assert person.step is WizardStep.LEARNT
    assert person.state()["dames"]["light"] > 0
    person.back()
    assert person.state()["step"] == "board"
    assert person.learnt is None


def test_corners_by_hand_stay_until_they_are_to_be_found_again(
    invented: InventedTable, start: Image, corners: Corners
) -> None:
    """Placing by hand works even if nothing is found, and no new picture moves a placed corner."""
    person = Walk(invented.settings)
    person.look(GREY)
    assert (person.corners, person.trouble) == (None, NOT_FOUND)
    person.place(corners)
    person.look(start)
    assert (person.corners, person.trouble) == (corners, None)
    person.learn()
    assert person.learnt is not None
    assert person.learnt.calibration.corners == corners
    person.back()
    assert person.corners == corners
    person.find()
    assert person.corners != corners


def test_impossible_wishes_are_refused(invented: InventedTable, start: Image, corners: Corners) -> None:
    person = Walk(invented.settings)
    with pytest.raises(CalibrationError, match="no picture"):
        person.place(corners)
    with pytest.raises(CalibrationError, match="no picture"):
        person.learn()
    person.look(start)
    with pytest.raises(CalibrationError, match="clockwise"):
        person.place(corners[::-1])
    person.begin_lens()
    with pytest.raises(CalibrationError, match="chart was seen 0 times"):
        person.end_lens()


def test_the_lens_is_measured_and_straightens_what_is_shown(invented: InventedTable) -> None:
    person = Walk(invented.settings)
    person.begin_lens()
    for picture in held_about(LENS, (640, 360), 1):
        person.look(picture)
        person.look(picture)
    assert person.state()["lens"]["enough"]
    person.end_lens()
    assert person.lens is not None
    assert person.lens.size == (640, 360)
    last = np.zeros((360, 640, 3), np.uint8)
    person.look(last)
    assert person.lens is not None
    person.look(GREY)  # The picture has another size, for which the lens was not measured.
    assert person.lens is None


def test_a_lens_is_kept_with_the_calibration_and_used_again(
    invented: InventedTable, start: Image, corners: Corners, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bent = Lens((1000.0, 1000.0, 640.0, 360.0), (-0.02, 0.0, 0.0, 0.0, 0.0))
    save(tmp_path / "calibration.json", Kept(Calibration(corners=corners, lens=bent), (1280, 720)))
    cv2.imwrite(str(tmp_path / "start.png"), start)
    (tmp_path / "table.toml").write_text(toml_of(msgspec.structs.replace(invented.settings, calibration={})))
    spoken = [f"{x:.1f},{y:.1f}" for x, y in corners]
    command = ["calibrate", "--settings", str(tmp_path / "table.toml"), "--image", str(tmp_path / "start.png")]
    assert main([*command, "--corners", *spoken]) == 0
    known = load(tmp_path / "calibration.json").calibration
    assert known.lens == bent
    # Corners are given in the original picture, and kept in the straightened one.
    assert np.allclose(known.corners, bent.straighten_points(np.array(corners)), atol=0.1)
    assert "The lens: focal length 1000" in capsys.readouterr().out
    assert main([*command, "--corners", *spoken, "--no-lens"]) == 0
    assert kept_lens(tmp_path / "calibration.json") is None
    cv2.imwrite(str(tmp_path / "grey.png"), GREY)
    assert main([*command, "--charts", str(tmp_path / "grey.png")]) == 1
    assert "grey.png: no lens chart is to be seen" in capsys.readouterr().err


def test_a_lens_is_only_for_pictures_of_its_size() -> None:
    measured = MeasuredLens(LENS, (640, 360))
    with pytest.raises(CalibrationError, match="measured in pictures of 640 x 360, this one is 1280 x 720"):
        measured.of(GREY)


def asked(url: str, wish: object, **headers: str) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(  # noqa: S310 - our own server
        url, json.dumps(wish).encode(), {"Content-Type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=LONG) as answer:  # noqa: S310 - our own server
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused) if "json" in refused.headers.get("content-type", "") else {}


def test_the_page_is_for_who_knows_its_key_and_asks_from_it(invented: InventedTable, start: Image) -> None:
    desk = Desk(Walk(invented.settings), lambda _image, _learnt: Path("here"))
    desk.look(start)
    texts = walk_texts("fr")
    with PageServer(create_walk_page(desk, "key"), port=0) as server:
        own = server.url.rstrip("/")
        for url, origin, status in (
            (f"{own}/key/wish", own, 200),
            (f"{own}/wish", own, 404),
            (f"{own}/other/wish", own, 404),
            (f"{own}/key/wish", "http://elsewhere", 403),
        ):
            assert asked(url, {"wish": "find"}, Origin=origin)[0] == status
        flags: tuple[object, ...] = (
            {"wish": "keep"},
            {"wish": "fly"},
            [],
            "keep",
            {"wish": "place", "corners": [[0, 0]] * 4},
        )
        for wish in flags:
            status, said = asked(f"{own}/key/wish", wish, Origin=own)
            assert status == 409
            assert {one["say"] for one in said["error"]} <= texts.keys()


@pytest.mark.parametrize("language", languages())
def test_everything_the_page_shows_has_its_words(language: str) -> None:
    texts = walk_texts(language)
    shown = "".join((STATIC / name).read_text() for name in ("index.html", "walk.js"))
    keys = set(re.findall(r"[\"`](walk\.[a-z_.]+)[\"`]", shown))
    assert len(keys) > 20
    asked = {source: Message(f"camera.{source}") for source in ("usb", "csi", "film")}
    announced = [NO_PICTURE, NOT_FOUND, NOT_AT_THE_START, *TO_MEND.values(), *asked.values()]
    announced += [cell((column, row)) for column in range(CELLS[0]) for row in range(CELLS[1])]
    code = "".join(Path(module.__file__ or "").read_text() for module in (calibrate, calibration, learn, lens, page))
    announced += [Message(key) for key in re.findall(r'Message\("([a-z_.]+)"', code)]
    announced += [Message(key) for key in re.findall(r'"((?:chart\.|crossed|no_board)[a-z_]*)"', code)]
    variants = ("no_dames.light", "no_dames.dark", "angle.0", "angle.3", "remark.talons.left", "remark.talons.right")
    announced += [Message(key) for key in (*variants, "remark.light.near", "remark.light.far")]
    assert keys | {START + one.key for one in announced} <= texts.keys()


def test_a_message_is_a_key_and_its_values() -> None:
    """A number goes as it is, to be written as the reader's language does; parts of the picture are keys themselves."""
    with pytest.raises(CalibrationError) as few:
        measure([])
    (announced,) = messages_of(few.value)
    assert announced.to_dict() == {"say": "walk.chart.few", "values": {"views": 0, "wanted": FEWEST_VIEWS}}
    missing = CalibrationError("the chart was never there", "chart.missing", cells=((0, 0), (1, 1)))
    (announced,) = messages_of(missing)
    assert [one["say"] for one in announced.to_dict()["values"]["cells"]] == ["walk.cell.0.0", "walk.cell.1.1"]
    assert str(announced) == "the chart was never at the top left, in the middle of the picture"
    unfit = Unfit(TO_MEND[Trouble.SMALL], Message("picture.hand"))
    assert len(messages_of(unfit)) == 2
    assert str(unfit).count("; ") == 1
    (announced,) = messages_of(CalibrationError("four corners expected"))
    assert (announced.key, announced.values) == ("refused", {"error": "four corners expected"})


def test_a_camera_that_fails_is_announced_until_a_picture_comes_but_not_of_what_was_learnt(
    invented: InventedTable, start: Image
) -> None:
    person, lost = Walk(invented.settings), Message("camera.usb")
    person.lacks(lost)
    assert person.trouble == lost
    person.look(start)
    assert person.trouble is None
    person.learn()
    person.lacks(lost)
    assert person.trouble is None


@contextmanager
def walking(table: InventedTable, start: Image, folder: Path) -> Iterator[tuple[str, list[Learnt]]]:
    """Run a wizard whose camera shows the start; give its page's address and the kept file."""
    cv2.imwrite(str(folder / "start.png"), start)
    settings = msgspec.structs.replace(
        table.settings,
        calibration={},
        camera=CameraSettings(source="film", film="start.png", frames_per_second=4),
        page=PageSettings(port=0),
    )
    (folder / "table.toml").write_text(toml_of(settings))
    said: list[str] = []
    kept: list[Learnt] = []

    def keep(image: Image, learnt: Learnt) -> Path:
        assert image.shape == start.shape
        kept.append(learnt)
        return Path("here")

    site = site_of(folder / "table.toml")
    work = threading.Thread(target=lambda: walk(site, None, keep, say=said.append), daemon=True)
    work.start()
    eventually(lambda: said)
    yield said[0].rpartition(" ")[2], kept
    work.join(LONG)
    assert not work.is_alive()


def drag(sheet: Page, corner: Locator, to: Point) -> None:
    """Take a corner's handle to a place of the picture, in its pixels."""
    expect(sheet.locator("#picture")).to_have_js_property("naturalWidth", 1280)
    box, grip = sheet.locator("#picture").bounding_box(), corner.bounding_box()
    assert box is not None
    assert grip is not None
    scale = box["width"] / 1280
    sheet.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    sheet.mouse.down()
    sheet.mouse.move(box["x"] + to[0] * scale, box["y"] + to[1] * scale, steps=3)
    sheet.mouse.up()


def test_a_person_drags_corners_learns_and_keeps(
    invented: InventedTable, start: Image, corners: Corners, tmp_path: Path, browser: Browser
) -> None:
    """In a browser, by mouse and by keyboard, from the camera's pictures to the file."""
    with (
        walking(invented, start, tmp_path) as (address, kept),
        visit(browser, address, width=1320, height=1200, but=NOT_THERE) as page,
    ):
        first = page.get_by_role("button", name="angle en haut à gauche")
        expect(first).to_be_visible()
        with page.expect_response("**/wish"):
            drag(page, first, corners[0])
        expect(page.locator("#stage")).to_have_class("by-hand")
        expect(page.get_by_role("button", name="Reconnaître le tablier")).to_be_visible()
        assert violations(page) == []
        page.screenshot(path=str(tmp_path / "board-fr.png"))
        page.get_by_role("button", name="English").click()
        expect(page.get_by_role("button", name="Learn the table")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.screenshot(path=str(tmp_path / "board-en.png"))
        second = page.get_by_role("button", name="far right corner")
        name, x, y = (second.get_attribute("aria-label") or "").split(", ")
        second.focus()
        for key, right in (("Shift+ArrowRight", 10), ("ArrowLeft", 9), ("Shift+ArrowLeft", -1), ("ArrowRight", 0)):
            with page.expect_response("**/wish"):
                page.keyboard.press(key)
            expect(second).to_have_attribute("aria-label", f"{name}, {int(x) + right}, {y}")
        page.get_by_role("button", name="Learn the table").click()
        expect(page.get_by_text("dark dames are seen")).to_be_visible()
        assert violations(page) == []
        page.screenshot(path=str(tmp_path / "learnt-en.png"))
        page.reload()  # The language chosen is remembered.
        expect(page.get_by_text("dark dames are seen")).to_be_visible()
        page.get_by_role("button", name="Français").click()
        expect(page.get_by_text(re.compile("Dames vues"))).to_be_visible()
        page.screenshot(path=str(tmp_path / "learnt-fr.png"))
        page.get_by_role("button", name="Enregistrer").click()
        expect(page.get_by_text(re.compile("C'est enregistré.*here"))).to_be_visible()
    (learnt,) = kept
    assert np.abs(np.array(learnt.calibration.corners[0]) - corners[0]).max() < 1.5


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1280, 1200)])
def test_a_person_teaches_the_table(
    invented: InventedTable, start: Image, tmp_path: Path, browser: Browser, width: int, height: int
) -> None:
    """By keyboard alone, in a narrow window and a wide one: a case set right, three throws, the empty board."""
    with (
        walking(invented, start, tmp_path) as (address, kept),
        visit(browser, address, width=width, height=height, but=NOT_THERE) as page,
    ):

        def press(name: str | re.Pattern[str]) -> None:
            page.get_by_role("button", name=name, exact=True).press("Enter")

        def read() -> None:
            """Press again, as a person would, until the camera has given a picture since the last step."""
            while True:
                with page.expect_response("**/wish") as answered:
                    press("Lire")
                if answered.value.ok:
                    return

        expect(page.get_by_role("button", name="angle en haut à gauche")).to_be_visible()
        press("Reconnaître le tablier")
        press(re.compile("rangée du bas, colonne 6"))
        press("foncées")
        press("une dame de plus")
        expect(page.get_by_role("button", name="rangée du bas, colonne 6\u00a0: 2 foncées")).to_be_visible()
        assert violations(page) == []
        page.screenshot(path=str(tmp_path / f"correct-{width}.png"), full_page=True)
        press(re.compile("^C'est juste"))
        for number in range(1, 4):
            expect(page.get_by_text(f"Jet {number} sur 3")).to_be_visible()
            assert violations(page) == []
            read()
            expect(page.get_by_text("Est-ce bien")).to_be_visible()
            page.screenshot(path=str(tmp_path / f"check-{width}.png"), full_page=True)
            press("C'est juste")
        expect(page.get_by_text("Enlevez maintenant tout")).to_be_visible()
        read()
        expect(page.get_by_text("La table est apprise")).to_be_visible()
        assert violations(page) == []
        page.screenshot(path=str(tmp_path / f"taught-{width}.png"), full_page=True)
        press("English")
        expect(page.get_by_text("The table is taught")).to_be_visible()
        press("Keep it")
        expect(page.get_by_text(re.compile("Written.*here"))).to_be_visible()
    (learnt,) = kept
    assert learnt.calibration.taught is not None


def test_a_placed_corner_stays_however_late_the_table_hears_of_it(
    invented: InventedTable, start: Image, corners: Corners, tmp_path: Path, browser: Browser
) -> None:
    """A message sent before the table heard of a corner moves none; requests are sent in the order they were made."""
    aside = corners[0][0] + 60, corners[0][1] + 40
    with (
        walking(invented, start, tmp_path) as (address, kept),
        visit(browser, "about:blank", width=1320, height=1200, but=NOT_THERE) as page,
    ):
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)
            if len(waiting) > 1:
                route.continue_()

        page.route("**/wish", hold)
        page.goto(address)
        first = page.get_by_role("button", name="angle en haut à gauche")
        expect(first).to_be_visible()
        with page.expect_request("**/wish"):
            drag(page, first, aside)
        placed = f"angle en haut à gauche, {aside[0]:.0f}, {aside[1]:.0f}"
        expect(first).to_have_attribute("aria-label", placed)
        for _ in range(3):  # Each time the table says which corners it knows.
            with page.expect_response("**/state.json"):
                pass
        assert first.get_attribute("aria-label") == placed
        page.get_by_role("button", name="Reconnaître le tablier").click()
        page.wait_for_timeout(200)
        (placing,) = waiting  # What is learnt depends on it, so that waits.
        placing.continue_()
        expect(page.get_by_text(re.compile("Dames vues"))).to_be_visible()
        page.get_by_role("button", name="Enregistrer").click()
        expect(page.get_by_text(re.compile("C'est enregistré.*here"))).to_be_visible()
    (learnt,) = kept
    assert np.abs(np.array(learnt.calibration.corners[0]) - aside).max() < 1.5


def test_the_pages_certificate_is_looked_for_next_to_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hall").mkdir()
    (tmp_path / "hall" / "table.toml").write_text('[page]\ncertificate = "c.pem"\nkey = "k.pem"\nport = 0\n')
    assert main(["calibrate", "--page", "--settings", "hall/table.toml"]) == 1
    assert "cannot be served with hall/c.pem and hall/k.pem" in capsys.readouterr().err
