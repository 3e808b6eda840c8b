"""The running table: one loop takes what the devices give, in order; whatever follows goes to disk, then to people."""

from __future__ import annotations

import itertools
import json
import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final, ParamSpec, Protocol

from announce.notice import DeviceTrouble, Notice
from announce.phrases.backgammon import backgammon_announcements
from announce.phrases.ecrire import marque_announcements
from announce.phrases.telling import announcements
from events.a_ecrire.rulings import MarqueRuled
from events.board_reading import Trouble
from events.codec import text_of
from events.peg_reading import HoleFault, LinkEvent, PegReading
from tablier.runtime.crash_guard import Mishaps
from tablier.runtime.inbox import Asked, Called, Felt, Spoken, Troubled
from tablier.runtime.quiz import Guessing
from tablier.runtime.requests import OWN, RequestError
from tablier.storage.corrections import is_correction
from tablier.storage.journal import JournalError
from tablier.storage.recording import Frame
from tablier.storage.session_flags import ASKED, WISHES, Wishes, text_of_done, text_of_wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from announce.announcement import Announcement
    from announce.phrases.lines import Told
    from events.observation import Observed
    from events.rulings import Ruling
    from referee.games import AnyReferee, AnyState
    from tablier.runtime.engine import Companion
    from tablier.runtime.inbox import Inbox, Item
    from tablier.storage.corrections import Correction
    from tablier.storage.evidence import Evidence
    from tablier.storage.journal import Journal

CAMERA_PATIENCE: Final = 5.0
"""Seconds without a picture after which the camera is taken for lost."""
LOOK: Final = 0.5
"""Seconds between two looks at what has fallen silent."""
RETRY: Final = 10.0
"""Seconds after which a journal that could not be written is tried again, even if nothing happens."""

P = ParamSpec("P")
_log = logging.getLogger(__name__)


class Outlet(Protocol):
    """Where news goes: a voice, a broker, a page, a terminal. Nothing here may wait for people or networks."""

    def tell(self, announcement: Announcement) -> None:
        """One thing to be told."""

    def show(self, state: AnyState, *, paused: bool) -> None:
        """How the table stands now, and whether it has been told not to watch."""


class Table:
    """One table at work.

    journal: None keeps nothing; lost: why what it keeps ends with this run, empty if it does not; evidence: None keeps
    no pictures; outlets: told in this order; on_ruling: sees every ruling, told or not; on_correction: what people set
    right by hand; prompting: when refereeing, also what players should see for themselves is told; buttons: the board
    has some; unclaimed: a fault nobody claimed is told, too, once its time is over; guessing: whether throws are asked
    about in a lesson; wishes: of a game that goes on; clock: seconds, the one the inbox's items are stamped with;
    camera: whether there should be one, so that silence is news; again: the referee as the journal has it, for after
    an error in the program; mishaps: where such errors are written down; alive: called with every round of the loop.
    """

    def __init__(
        self,
        companion: Companion,
        inbox: Inbox,
        *,
        clock: Callable[[], float],
        journal: Journal | None = None,
        evidence: Evidence | None = None,
        outlets: Iterable[Outlet] = (),
        on_ruling: Callable[[Ruling], None] = lambda _ruling: None,
        on_correction: Callable[[Correction], None] = lambda _act: None,
        prompting: bool = False,
        buttons: bool = False,
        unclaimed: bool = True,
        guessing: Guessing | None = None,
        wishes: Wishes = Wishes(),  # noqa: B008 - a frozen value
        camera: bool = True,
        lost: str = "",
        again: Callable[[], AnyReferee | None] = lambda: None,
        mishaps: Mishaps | None = None,
        alive: Callable[[], None] = lambda: None,
    ) -> None:
        self.companion = companion
        self.inbox = inbox
        self._clock = clock
        self._journal = journal
        self._evidence = evidence
        self._prompting = prompting
        self._buttons = buttons
        self._unclaimed = unclaimed
        self._guessing = guessing or Guessing(lambda: companion.referee.settings.mode)
        self._outlets = tuple(outlets)
        self._on_ruling = on_ruling
        self._on_correction = on_correction
        self._troubles: set[DeviceTrouble] = set()
        self._notices = itertools.count(1)
        self._last_frame: float | None = clock() if camera else None
        self._shown: AnyState | None = None
        self._lost = lost
        self._written = clock()
        self._again = again
        self._mishaps = mishaps or Mishaps(None)
        self._alive = alive
        self._wishes = wishes

    @property
    def paused(self) -> bool:
        """Whether nobody wants to be watched."""
        return self._wishes.paused

    def run(self) -> None:
        """Work until the inbox is closed."""
        self._show()
        if self._lost:
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=True, t=self._clock(), detail=self._lost)
        while not self.inbox.closed:
            item = self.inbox.take(LOOK)
            if item is not None:
                self.take(item)
            self._look_for_silence()
            self._alive()

    def take(self, item: Item) -> None:
        """Take one item in, as `step` does; an error in the program costs this one item and not the game."""
        if self._mishaps.leaves_out(item, self._clock()):
            return
        try:
            self.step(item)
        except Exception as error:  # Whatever it is, the players are in the middle of a game.
            self._failed(item, error)
        else:
            if DeviceTrouble.PROGRAM_FAILED in self._troubles and self._mishaps.went_well(item):
                self._trouble(DeviceTrouble.PROGRAM_FAILED, there=False, t=item.t)

    def _failed(self, item: Item, error: Exception) -> None:
        """Go on from what is on disk: what was told is there, and nothing else can be relied on."""
        self._mishaps.failed(item, error, self._clock())
        if isinstance(item, Asked):
            item.answer("an error in the program; it is written down")
        try:
            referee = self._again()
        except Exception:
            _log.exception("the referee cannot be had from the journal, and stays as it is")
            referee = None
        if referee is not None:
            self.companion.begin_again(referee)
        self._trouble(DeviceTrouble.PROGRAM_FAILED, there=True, t=item.t, detail=type(error).__name__)
        self._shown = None
        self._show()

    def step(self, item: Item) -> None:
        """Take one item in, and let everybody know what follows from it."""
        if isinstance(item, Frame):
            self._last_frame = item.t
            self._trouble(DeviceTrouble.CAMERA_LOST, there=False, t=item.t)
        if self.paused and isinstance(item, Frame | Felt):
            return
        match item:
            case Frame():
                observed = self.companion.saw(item.t, item.image)
                if self._evidence is not None:
                    self._evidence.saw(item, resting=self.companion.resting)
                for trouble in Trouble:
                    self._trouble(DeviceTrouble(trouble.value), there=trouble in self.companion.troubles, t=item.t)
            case Felt():
                observed = self.companion.felt((item.value,))
                self._feel(item)
            case Asked():
                self._ask(item)
                return
            case Called():
                self._wish(replace(self._wishes, called=item.by), item.t)
                return
            case Troubled():
                self._trouble(item.trouble, there=item.there, t=item.t, detail=item.detail)
                return
            case Spoken():
                self._write([(item.t, "said", json.dumps(asdict(item.said), ensure_ascii=False))], item.t)
                return
        self._happened(item.t, observed)

    def _ask(self, item: Asked) -> None:
        """Do what was asked, or say why not."""
        try:
            if item.verb in OWN:
                self._ask_table(item)
                item.answer(None)
                return
            request = self.companion.request(item.verb, item.values, item.t)
        except RequestError as error:
            item.answer(str(error))
            return
        self._happened(item.t, self.companion.asked(request), item)
        item.answer(None)  # It is on disk by now.

    def _ask_table(self, item: Asked) -> None:
        """Do what is the table's own business, and show how it stands then.

        Raises RequestError.
        """
        if item.verb == "pause":
            self._wish(replace(self._wishes, paused=bool(item.values.get("paused"))), item.t)
        elif item.verb == "guess":
            told = self._guessing.asked(item.values, item.t)
            self._wish(replace(self._wishes, guess=self._guessing.on, told=self._guessing.last), item.t)
            if told is not None:
                self._tell(told)
        self._shown = None
        self._show()

    def _wish(self, wishes: Wishes, t: float) -> None:
        """Do as people want from now on, also after a kill."""
        if wishes != self._wishes:
            self._wishes = wishes
            self._write([(t, WISHES, text_of_wishes(wishes))], t)

    def _feel(self, item: Felt) -> None:
        match item.value:
            case LinkEvent(up=up, reason=reason):
                self._trouble(DeviceTrouble.PEGS_LOST, there=not up, t=item.t, detail=reason if not up else "")
            case PegReading(faults=faults):
                for fault in HoleFault:
                    holes = ", ".join(str(hole) for hole, found in faults if found is fault)
                    self._trouble(DeviceTrouble(f"hole_{fault}"), there=bool(holes), t=item.t, detail=holes)
            case _:
                pass

    def _look_for_silence(self) -> None:
        now = self._clock()
        if self._last_frame is not None and now - self._last_frame > CAMERA_PATIENCE:
            self._trouble(DeviceTrouble.CAMERA_LOST, there=True, t=now)
        if self._journal is not None and self._journal.due and now - self._written > RETRY:
            self._write([], now)

    def _trouble(self, trouble: DeviceTrouble, *, there: bool, t: float, detail: str = "") -> None:
        """Say once that something is wrong, and once that it no longer is."""
        if there == (trouble in self._troubles):
            return
        (self._troubles.add if there else self._troubles.discard)(trouble)
        _log.info("%s %s %s", trouble, "began" if there else "ended", detail)
        self.tell(Notice(f"n{next(self._notices)}", t, trouble, over=not there, detail=detail))

    def _happened(self, t: float, observed: Observed, asked: Asked | None = None) -> None:
        """Write acts and rulings down, and the request they follow from; only then tell of them."""
        entries = [
            *((act.t, "act", text_of(act)) for act in observed.acts),
            *((ruling.t, "ruling", text_of(ruling)) for ruling in observed.rulings),
        ]
        if asked is not None and asked.transaction:
            entries.append((t, ASKED, text_of_done(asked.verb, asked.transaction)))
        if entries:
            self._write(entries, t)
        for act in filter(is_correction, observed.acts):
            _safely(self._on_correction, act)
        for ruling in observed.rulings:
            _safely(self._on_ruling, ruling)
            # Kept even of what is not told yet: it may be claimed later.
            self.tell(ruling, () if self._evidence is None else self._evidence.of(ruling))
        if entries:
            self._show()

    def _write(self, entries: list[tuple[float, str, str]], t: float) -> None:
        """Write to the journal, if there is one that can be written."""
        if self._journal is None:
            return
        self._written = self._clock()
        try:
            if entries:
                self._journal.add(entries)
            else:
                self._journal.flush()
        except JournalError as error:
            # One that is known is tried again with every act.
            _log.log(logging.DEBUG if DeviceTrouble.JOURNAL_LOST in self._troubles else logging.ERROR, "%s", error)
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=True, t=t, detail=str(error))
        else:
            self._trouble(DeviceTrouble.JOURNAL_LOST, there=bool(self._lost), t=t)

    def tell(self, told: Told | Ruling, evidence: tuple[str, ...] = ()) -> None:
        """Let everybody know; evidence: the names of the pictures it rests on."""
        late = self._guessing.late(told)
        if late is not None:
            self._tell(late)
        self._tell(told, evidence, asking=self._guessing.asks(told))

    def _tell(self, told: Told | Ruling, evidence: tuple[str, ...] = (), *, asking: bool = False) -> None:
        mode = self.companion.referee.settings.mode
        if isinstance(told, MarqueRuled):
            said = marque_announcements(told)
        elif self.companion.backgammon:
            said = backgammon_announcements(told, mode=mode, prompting=self._prompting, buttons=self._buttons)
        else:
            said = announcements(
                told,
                mode=mode,
                prompting=self._prompting,
                asking=asking,
                buttons=self._buttons,
                unclaimed=self._unclaimed,
            )
        for announcement in said:
            for outlet in self._outlets:
                _safely(outlet.tell, replace(announcement, evidence=evidence))

    def _show(self) -> None:
        state = self.companion.state()
        if state != self._shown:
            self._shown = state
            for outlet in self._outlets:
                _safely(outlet.show, state, paused=self.paused)


def _safely(listener: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call one of those who listen: the others are told whatever becomes of it."""
    try:
        listener(*args, **kwargs)
    except Exception:
        _log.exception("a listener of the table failed")
