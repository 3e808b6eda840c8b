"""The settings of a table: one TOML file, every value checked, every error naming its key."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

import msgspec

from announce.mqtt.topics import Verb
from rules.code import CODES, Code
from rules.games.a_ecrire import Convention
from rules.seating import Seating
from vision.geometry import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Positive = Annotated[float, msgspec.Meta(gt=0, lt=1e9)]
Text = Annotated[str, msgspec.Meta(pattern="^[^\\x00]*\\Z")]
"""No file, host or user has a zero character in its name."""
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
TableId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?\\Z")]
Language = Literal["fr", "en"]


class SettingsError(ValueError):
    """A settings file that cannot be used; the message names the file and the key."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays what here.

    id: its name in topics; game: what is played, with `[backgammon]` for the second; code, options: by which laws, and
    what of them is otherwise (docs/rules.md); blancs_row: the row nearest Blancs; talons: the side both talons are on
    (in backgammon both home tables); light: whose dames are the light ones; first: who throws first; jetons: the
    players mark with jetons; prompting: in referee mode, tell also what players should see for themselves;
    unclaimed: tell also, once its time is over, a fault nobody claimed (the record has it anyway); language: of the
    voice and the displays.
    """

    id: TableId = "table"
    game: Literal["trictrac", "backgammon"] = "trictrac"
    mode: Literal["score", "referee", "lesson"] = "score"
    code: Literal["lois-2013", "jeu-de-trictrac"] = "lois-2013"
    options: dict[str, Any] = {}
    blancs_row: Literal["near", "far"] = "near"
    talons: Literal["left", "right"] = "left"
    light: Literal["blancs", "noirs"] = "blancs"
    first: Literal["blancs", "noirs"] = "blancs"
    jetons: bool = False
    prompting: bool = False
    unclaimed: bool = True
    language: Language = "fr"


class BackgammonTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played for when the game is backgammon.

    points: of a match, 0 to go on until the players stop (`basis`); pips: no match and no cube, the loser's pip count
    is scored; crawford: whether the cube lies still in one game (docs/backgammon.md).
    """

    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    pips: bool = False
    crawford: bool = True


class EcrireTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A partie à écrire, when it names its players (docs/games.md).

    joueurs: two, three, or four of whom the first and third are partners; the first sits down with the dames of Blancs,
    the second with those of Noirs; marques: how many are played; consolation, mise, fiche: in jetons; plafond: the trou
    at which a marqué ends by itself, 0 for none.
    """

    joueurs: list[Annotated[str, msgspec.Meta(pattern="^\\S(.{0,62}\\S)?\\Z")]] = []
    marques: Annotated[int, msgspec.Meta(ge=1, le=96)] = 8
    consolation: Annotated[int, msgspec.Meta(ge=0, le=99)] = 2
    mise: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    plafond: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    fiche: Annotated[int, msgspec.Meta(ge=1, le=99)] = 5


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where frames come from.

    source: "usb" with `device`, "csi" (rpicam-vid), "film" (a film, a picture or a folder of pictures) or "none";
    sizes in pixels.
    """

    source: Literal["usb", "csi", "film", "none"] = "usb"
    device: Annotated[int, msgspec.Meta(ge=0)] = 0
    film: Text = ""
    width: Annotated[int, msgspec.Meta(ge=320, le=4096)] = 1280
    height: Annotated[int, msgspec.Meta(ge=240, le=2304)] = 720
    frames_per_second: Annotated[float, msgspec.Meta(ge=1, le=60)] = 15.0
    calibration: Text = "calibration.json"


class SensorSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where pegs and buttons come from.

    link: "serial" (port "auto" looks for the board), "spi", "camera" (pegs as the picture shows them, no buttons) or
    "none".
    """

    link: Literal["serial", "spi", "camera", "none"] = "none"
    port: Text = "auto"


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The voice.

    command: a program and its arguments that speaks in place of the built-in voice; volume: 0 to 1; speed: 1 is normal;
    quiet_from, quiet_to: silent between ("22:00"), or empty.
    """

    on: bool = True
    command: tuple[Text, ...] = ()
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2)] = 1.0
    quiet_from: Annotated[str, msgspec.Meta(pattern="^(|([01][0-9]|2[0-3]):[0-5][0-9])\\Z")] = ""
    quiet_to: Annotated[str, msgspec.Meta(pattern="^(|([01][0-9]|2[0-3]):[0-5][0-9])\\Z")] = ""


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The broker. Without a host one is started beside the table.

    user, password_file: an account there, its file read at start and never logged; ca_file: the authorities to trust
    when `tls` is on, instead of the system's; address: where the broker beside the table listens, at `port` when that
    is more than this machine, which then needs accounts; home_assistant: tell it what there is.
    """

    host: Text = ""
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 1883
    user: Text = ""
    password_file: Text = ""
    tls: bool = False
    ca_file: Text = ""
    address: Text = "127.0.0.1"
    home_assistant: bool = False


class PageSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The page. address: where it listens; only this machine unless told otherwise; port 0 takes a free one.

    names: what else people may call this machine; certificate, key: files for TLS.
    """

    on: bool = True
    address: Text = "127.0.0.1"
    port: Port = 8080
    names: tuple[Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9.-]+\\Z")], ...] = ()
    certificate: Text = ""
    key: Text = ""


class AccessSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who may do what (docs/security.md).

    accounts: the file `tablier account` keeps; without one only this machine is listened to; guests: people without an
    account may look on; referees_alone: requests that are not the players'.
    """

    accounts: Text = ""
    guests: bool = False
    referees_alone: tuple[Verb, ...] = ()


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The page of all tables, `tablier club`. delay: seconds by which whoever is no referee sees everything later."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Trictrac"
    delay: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0


class JournalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where every act is kept. folder: made when it is not there; evidence_mb: room for the pictures of evidence."""

    folder: Text = "var"
    evidence_mb: Positive = 500.0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file. calibration: of the camera, as `vision.calibration` has it, in a recording's own settings."""

    table: TableSettings = TableSettings()
    backgammon: BackgammonTable = BackgammonTable()
    a_ecrire: EcrireTable = EcrireTable()
    board: dict[str, Any] = {}
    camera: CameraSettings = CameraSettings()
    sensors: SensorSettings = SensorSettings()
    voice: VoiceSettings = VoiceSettings()
    mqtt: MqttSettings = MqttSettings()
    page: PageSettings = PageSettings()
    access: AccessSettings = AccessSettings()
    club: ClubSettings = ClubSettings()
    journal: JournalSettings = JournalSettings()
    calibration: dict[str, Any] = {}

    @property
    def code(self) -> Code:
        """The rule code: the preset with the table's own options put over it."""
        return dataclasses.replace(CODES[self.table.code], **self.table.options)

    @property
    def convention(self) -> Convention | None:
        """What a partie à écrire is played for; None when none is. Raises ValueError naming what is wrong."""
        agreed = self.a_ecrire
        joueurs = tuple(agreed.joueurs)
        if not joueurs:
            return None
        camps = (joueurs[::2], joueurs[1::2]) if len(joueurs) == 4 else tuple((joueur,) for joueur in joueurs)
        return Convention(camps, agreed.marques, agreed.consolation, agreed.mise, agreed.plafond or None, agreed.fiche)

    @property
    def seating(self) -> Seating:
        """How the players sit."""
        return Seating(self.table.blancs_row, self.table.talons)

    @property
    def field(self) -> Field:
        """The board's measures, in millimetres; those the file does not give are a common tablier's."""
        return Field(**self.board)


def load(path: Path) -> Settings:
    """Read a settings file.

    Raises SettingsError naming the file and the key: not there, not TOML, an unknown key, a wrong value.
    """
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not UTF-8 text") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse(text: str, *, unknown: Callable[[str], None] | None = None) -> Settings:
    """The settings a TOML text holds.

    unknown: is told each key that is none of ours, which is then passed over; without it that is an error.
    Raises SettingsError naming the key that is wrong and what was expected there.
    """
    try:
        values = tomllib.loads(text)
    except ValueError as error:  # TOML that is none, or a number of thousands of digits.
        raise SettingsError(f"not TOML: {error}") from None
    except RecursionError:
        raise SettingsError("not TOML: nested too deeply") from None
    if unknown is not None:
        values = _ours(values, unknown)
    try:
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise SettingsError(_named(str(error))) from None
    _check("table.options", settings.table.options, Code, lambda value: isinstance(value, bool), "true or false")
    _check("board", settings.board, Field, _is_length, "millimetres, a number over 0")
    try:
        played = settings.convention
    except ValueError as error:
        raise SettingsError(f"a_ecrire: {error}") from None
    if played is not None and settings.table.game != "trictrac":
        raise SettingsError('a_ecrire.joueurs: a partie à écrire is of the trictrac, expected table.game = "trictrac"')
    if settings.field.bar >= settings.field.width:
        raise SettingsError(f"board.bar: {settings.field.bar!r}, expected less than board.width")
    if bool(settings.voice.quiet_from) != bool(settings.voice.quiet_to):
        raise SettingsError("voice.quiet_from: quiet hours need both quiet_from and quiet_to, or neither")
    if settings.camera.source == "film" and not settings.camera.film:
        raise SettingsError('camera.film: missing, expected a file or folder, because camera.source is "film"')
    return settings


def toml_of(settings: Settings) -> str:
    """Settings as the TOML text `tablier.settings.parse` reads, value for value."""
    lines: list[str] = []

    def table(name: str, values: dict[str, Any]) -> None:
        lines.extend(["", f"[{name}]"])
        nested = {key: value for key, value in values.items() if isinstance(value, dict)}
        lines.extend(f"{_key(key)} = {_value(value)}" for key, value in values.items() if key not in nested)
        for key, value in nested.items():
            table(f"{name}.{_key(key)}", value)

    for name, values in msgspec.to_builtins(settings).items():
        table(name, values)
    return "\n".join(lines[1:]) + "\n"


def without_secrets(settings: Settings) -> Settings:
    """The same without what is nobody else's business: where the broker is, who is known, this machine's names."""
    return msgspec.structs.replace(settings, mqtt=MqttSettings(), page=PageSettings(), access=AccessSettings())


def _ours(values: dict[str, Any], unknown: Callable[[str], None]) -> dict[str, Any]:
    """The tables and keys that are known here."""
    tables = {field.name: getattr(field.type, "__struct_fields__", None) for field in msgspec.structs.fields(Settings)}
    tables["board"] = tuple(field.name for field in dataclasses.fields(Field))
    ours: dict[str, Any] = {}
    for name, table in values.items():
        if name not in tables:
            unknown(name)
            continue
        known = tables[name] if isinstance(table, dict) else None
        ours[name] = table if known is None else {key: value for key, value in table.items() if key in known}
        for key in table if known is not None else ():
            if key not in ours[name]:
                unknown(f"{name}.{key}")
    return ours


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: object) -> str:
    """A value as TOML writes it: as JSON does, but for numbers that JSON has not, one letter, and objects."""
    match value:
        case float():
            return repr(value)
        case str():
            return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())}}}"
        case _:
            return msgspec.json.encode(value).decode()


_EXPECTED = {
    "table.id": "1 to 32 of a-z, 0-9 and -, none of them a - at either end",
    "a_ecrire.joueurs": "1 to 64 letters without a line break, none of them a space at either end",
    "voice.quiet_from": 'a time as "22:00", or ""',
    "voice.quiet_to": 'a time as "08:00", or ""',
    "page.names": "A-Z, a-z, 0-9, . and -",
}
"""What is expected where a text has to have a form, by its key; any other may hold everything but a zero character."""


def _named(message: str) -> str:
    """Put into words msgspec's message, with its key in front: "Expected `int`, got `str` - at `$.camera.width`"."""
    what, _, where = message.partition(" - at `$")
    key = where.rstrip("`").lstrip(".")
    if " matching regex " in what:
        return f"{key}: expected {_EXPECTED.get(key.partition('[')[0], 'text without a zero character')}"
    if what.startswith("Invalid enum value "):
        return f"{key}: {what.removeprefix('Invalid enum value ')}, expected one of {', '.join(_choices(key))}"
    if (unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what)) is not None:
        return f"{key}{'.' * bool(key)}{unknown[1]}: unknown key"
    return f"{key}: {what[0].lower()}{what[1:]}" if key else what


def _choices(key: str) -> list[str]:
    """What may stand where every value has a name."""
    table, name = re.findall("[a-z_]+", key)
    place = get_type_hints(get_type_hints(Settings)[table])[name]
    choices = get_args(place)
    return [str(each) for each in (Verb if Verb in choices else choices)]


def _is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10_000


def _check(
    key: str,
    values: Mapping[str, object],
    known: type[Code] | type[Field],
    right: Callable[[object], bool],
    expected: str,
) -> None:
    """Check a table whose keys are the fields of another room's value."""
    names = sorted(field.name for field in dataclasses.fields(known))
    for name, value in values.items():
        if name not in names:
            raise SettingsError(f"{key}.{name}: unknown key, expected one of {', '.join(names)}")
        if not right(value):
            raise SettingsError(f"{key}.{name}: {value!r}, expected {expected}")
