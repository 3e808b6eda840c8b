"""The settings of a table; `tablier.storage.settings_file` reads and writes their file."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

import msgspec

from announce.phrases.catalogue import FALLBACK
from announce.phrases.refused import Refused
from announce.table_api.verbs import Verb
from events.field import Field
from rules.code import CODES, Code
from rules.position import Side
from rules.seating import Seating

Positive = Annotated[float, msgspec.Meta(gt=0, lt=1e9)]
Text = Annotated[str, msgspec.Meta(pattern="^[^\\x00]*\\Z")]
"""No file, host or user has a zero character in its name."""
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Player = Annotated[str, msgspec.Meta(pattern="^(|\\S(.{0,62}\\S)?)\\Z")]
TableId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?\\Z")]
Level = Literal["debutant", "amateur", "confirme", "expert", "maitre"]
LEVELS: tuple[str, ...] = get_args(Level)
"""The companion's levels, weakest first."""


Name = Annotated[str, msgspec.Meta(pattern="^\\S(.{0,62}\\S)?\\Z")]
NAME = "letters without a line break, none of them a space at either end"
"""What a name must look like."""


class SettingsError(Refused):
    """A settings file cannot be used. The message names the file and the key."""


def check_name(key: str, name: str) -> None:
    """Raise SettingsError for a name that cannot stand in a line of the record or the sheet."""
    if not name.isprintable():
        raise SettingsError(f"{key}: {name!r}, expected letters that can all be printed", "name")


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game and its players' agreement.

    id: the table's name in MQTT topics
    game: one of `tablier.games`
    code, options: the rules, and where the players differ from them (docs/rules.md)
    blancs_row: the row nearest Blancs
    talons: the side both talons are on (in backgammon both home tables)
    light: which side has the light dames
    first: who throws first
    jetons: the players mark with jetons
    prompting: in referee mode, also announce what players should see for themselves
    unclaimed: also announce an unclaimed fault once its time is over (it is always recorded)
    costs: the row of `referee/data/costs.toml` that decides what is announced at once, asked or waited for
    language: of the voice and the displays; pages follow the browser's where they can
    words: "ambesas" or "bezet", to say that instead of bezas
    """

    id: TableId = "table"
    game: TableId = "trictrac"
    mode: Literal["score", "referee", "lesson", "solo"] = "score"
    code: Literal["lois-2013", "jeu-de-trictrac"] = "lois-2013"
    options: dict[str, Any] = {}
    blancs_row: Literal["near", "far"] = "near"
    talons: Literal["left", "right"] = "left"
    light: Literal["blancs", "noirs"] = "blancs"
    first: Literal["blancs", "noirs"] = "blancs"
    jetons: bool = False
    prompting: bool = False
    unclaimed: bool = True
    costs: Literal["home", "club"] = "home"
    language: str = FALLBACK
    words: tuple[str, ...] = ()


class PlayersSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The players' names, for the record and their progress; empty for an unnamed player."""

    blancs: Player = ""
    noirs: Player = ""


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players of one game agree on: a table of the settings, registered with the game's package.

    section: the table's name
    patterns: what a text must look like, by its key
    moved: keys of older files, with the table and key they have now
    """

    section: ClassVar[str]
    patterns: ClassVar[Mapping[str, str]] = {}
    moved: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def check(self) -> None:
        """Raise SettingsError naming the key for values that are right one by one, but not together."""


AgreementT = TypeVar("AgreementT", bound=Agreement)


class LessonSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson. `pupil`: the name under which progress is kept.

    pace: 1 is normal, 0.5 pauses twice as long after each sentence
    """

    pupil: Annotated[str, msgspec.Meta(max_length=64)] = ""
    pace: Annotated[float, msgspec.Meta(ge=0.25, le=4)] = 1.0


class SoloTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game against the companion (docs/play-solo.md).

    side, level: those of the companion
    dice: "table" when the player throws for both, "companion" when it throws virtual dice for itself
    """

    side: Literal["blancs", "noirs"] = "noirs"
    level: Level = "amateur"
    dice: Literal["table", "companion"] = "table"


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where frames come from; sizes are in pixels.

    source: "usb" with `device`, "csi" (rpicam-vid), "film" (a film, a picture or a folder of pictures) or "none"
    learn: keep learning how the table looks from finished games
    """

    source: Literal["usb", "csi", "film", "none"] = "usb"
    device: Annotated[int, msgspec.Meta(ge=0)] = 0
    film: Text = ""
    width: Annotated[int, msgspec.Meta(ge=320, le=4096)] = 1280
    height: Annotated[int, msgspec.Meta(ge=240, le=2304)] = 720
    frames_per_second: Annotated[float, msgspec.Meta(ge=1, le=60)] = 15.0
    calibration: Text = "calibration.json"
    learn: bool = False


class SensorSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where readings of pegs and buttons come from.

    link: "serial" (port "auto" searches for the board), "spi", "camera" (pegs as seen in the picture, no buttons) or
        "none"
    polarity: the magnetic pole that raises a sensor's output at its marked face
    """

    link: Literal["serial", "spi", "camera", "none"] = "none"
    port: Text = "auto"
    polarity: Literal["south", "north"] = "south"


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The voice.

    command: a program and its arguments that speaks instead of the built-in voice
    volume: 0 to 1
    speed: 1 is normal
    quiet_from, quiet_to: silent between these times ("22:00"), or empty
    """

    on: bool = True
    command: tuple[Text, ...] = ()
    volume: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    speed: Annotated[float, msgspec.Meta(ge=0.5, le=2)] = 1.0
    quiet_from: Annotated[str, msgspec.Meta(pattern="^(|([01][0-9]|2[0-3]):[0-5][0-9])\\Z")] = ""
    quiet_to: Annotated[str, msgspec.Meta(pattern="^(|([01][0-9]|2[0-3]):[0-5][0-9])\\Z")] = ""


class MqttSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The broker. Without a host the table starts its own.

    user, password_file: an account there; the file is read at start and never logged
    ca_file: the authorities to trust when `tls` is on, instead of the system's
    address: where the table's own broker listens, at `port`; it needs accounts if other machines can reach it
    home_assistant: announce the table's devices to Home Assistant
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
    """The page.

    address: where it listens; by default only this machine can reach it
    port: 0 takes a free one
    names: other names people use for this machine
    certificate, key: files for TLS
    """

    on: bool = True
    address: Text = "127.0.0.1"
    port: Port = 8080
    names: tuple[Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9.-]+\\Z")], ...] = ()
    certificate: Text = ""
    key: Text = ""


class AccessSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """People's rights (docs/security.md).

    accounts: the file of `tablier account`; without it only requests from this machine are accepted
    guests: people without an account may watch
    referees_alone: requests that players may not make
    """

    accounts: Text = ""
    guests: bool = False
    referees_alone: tuple[Verb, ...] = ()


class ClubSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The page of all tables, `tablier club`. `delay`: seconds by which everyone but referees sees everything later."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Trictrac"
    delay: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0


class JournalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where every act is kept.

    folder: created when it is missing
    evidence_mb: the size limit of all pictures of evidence
    """

    folder: Text = "var"
    evidence_mb: Positive = 500.0


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file.

    agreements: of single games, by their section; those that are not written here are the defaults
    calibration: the camera's (`vision.calibration`), only in a recording's own settings
    """

    table: TableSettings = TableSettings()
    players: PlayersSettings = PlayersSettings()
    agreements: dict[str, Agreement] = {}
    solo: SoloTable = SoloTable()
    lesson: LessonSettings = LessonSettings()
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
        """The rule code: the preset with the table's own options applied to it."""
        return dataclasses.replace(CODES[self.table.code], **self.table.options)

    def player(self, side: Side) -> str:
        """Return the name of a side's player; empty for an unnamed player, and for the companion."""
        if self.table.mode == "solo" and self.solo.side == side:
            return ""
        return self.players.blancs if side is Side.BLANCS else self.players.noirs

    @property
    def names(self) -> tuple[str, str]:
        """The names of Blancs and Noirs in a record."""
        return self.player(Side.BLANCS) or "Blancs", self.player(Side.NOIRS) or "Noirs"

    def check_players(self) -> None:
        """Raise SettingsError for names of players that the record cannot hold."""
        check_name("players.blancs", self.players.blancs)
        check_name("players.noirs", self.players.noirs)
        if self.names[0] == self.names[1]:
            raise SettingsError(f"players: both are {self.names[0]!r}, expected different names", "same_names")

    def agreement(self, kind: type[AgreementT]) -> AgreementT:
        """Return the agreement of this kind; the default one if the players agreed on nothing else."""
        found = self.agreements.get(kind.section)
        return found if isinstance(found, kind) else kind()

    @property
    def seating(self) -> Seating:
        """How the players sit."""
        return Seating(self.table.blancs_row, self.table.talons)

    @property
    def field(self) -> Field:
        """The board's measures in millimetres; those the file does not give are those of a common tablier."""
        return Field(**self.board)


def without_secrets(settings: Settings) -> Settings:
    """Return the settings without private values: the broker, the accounts, this machine's names."""
    return msgspec.structs.replace(settings, mqtt=MqttSettings(), page=PageSettings(), access=AccessSettings())
