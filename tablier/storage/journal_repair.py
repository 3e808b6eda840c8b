"""Keep a table's journal whole: repair it from its second copies, or set it aside and say so. No loss stays silent.

Both files hold everything that was announced. At most the last transaction, not yet announced, is in only one of them.

| the journal | the second copy | what is done |
|---|---|---|
| whole | whole, with the same content | nothing |
| whole, ends earlier (or is missing) | whole | the missing entries are put back |
| whole | ends earlier, damaged or missing | the copy is written again |
| damaged, or has other content | whole | the journal is set aside and rebuilt from all copies |
| damaged | damaged in the middle | both are set aside; the newest game goes on from where the copy is damaged |
| missing, but its log is there | missing | the log is set aside, and a new journal is begun |
| damaged | damaged at the beginning, or missing | both are set aside, and a new journal is begun |
| written by a later program | | it is set aside, and a new one begun |
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from tablier.storage import second_copy
from tablier.storage.files import set_aside
from tablier.storage.journal import COPIES, Journal, JournalDamaged, JournalNewer
from tablier.storage.second_copy import Copied, copies, copy_of

_log = logging.getLogger(__name__)


def open_whole(path: Path, say: Callable[[str], None]) -> Journal:
    """Open the journal at `path`, compared with its second copies and repaired; `say` reports what was wrong.

    Raises JournalError when it can be neither opened nor started, and OSError when it cannot be set aside.
    """
    try:
        journal = _open_with_copy(path, say)
    except JournalNewer as error:
        aside = set_aside(path, "newer")
        if (path.parent / COPIES).exists():
            set_aside(path.parent / COPIES, "newer")
        say(f"A later program wrote the journal ({error}). It is set aside as {aside}, and a new one is begun.")
        return Journal(path)
    except JournalDamaged as error:
        return _rebuilt(path, error, say)
    return journal


def _open_with_copy(path: Path, say: Callable[[str], None]) -> Journal:
    """Open the journal and bring its newest game to the longer of the two files.

    Raises JournalDamaged when it is not whole.
    """
    found = copies(path.parent / COPIES)
    log = path.with_name(f"{path.name}-wal")
    if not path.exists() and (found or log.exists()):
        raise JournalDamaged(f"{path} is missing" + (f", though its log {log} is there" if log.exists() else ""))
    journal = Journal(path)
    try:
        _compare_newest(journal, found, say)
    except BaseException:
        journal.close()
        raise
    return journal


def _compare_newest(journal: Journal, found: dict[int, Path], say: Callable[[str], None]) -> None:
    """Compare the newest game in both files.

    Raises JournalDamaged.
    """
    if found and journal.version_found == 0:
        raise JournalDamaged(f"{journal.path} is empty")
    newest = max([*journal.games(), *found], default=None)
    if newest is not None:
        _compare(journal, newest, _read(copy_of(journal.copies, newest)), say)


def _compare(journal: Journal, game: int, copied: Copied | None, say: Callable[[str], None]) -> None:
    """Bring both files of a game to the longer of the two.

    Raises JournalDamaged when the journal is damaged, or a whole copy has other content.
    """
    here = tuple(journal.entries(game)) if game in journal.games() else None
    if copied is None:
        if journal.game == game:
            _log.info("game %d had no second copy: it is written again", game)
            journal.copy()
        return
    there = copied.entries
    if here is not None and here[: len(there)] == there and journal.settings(game) == copied.settings:
        # The copy ends with the journal, or earlier.
        if len(here) > len(there) or copied.torn or copied.damaged:
            (say if copied.damaged else _log.info)(
                f"The second copy of game {game} was not whole; it is written again from the journal."
            )
            journal.copy()
        if not copied.damaged and (copied.ended is None) != (journal.game == game):
            journal.restore(game, copied, ())
        return
    if copied.damaged:
        raise JournalDamaged(f"{journal.path} and the second copy of game {game} say different things")
    if here is not None and (there[: len(here)] != here or journal.settings(game) != copied.settings):
        raise JournalDamaged(f"{journal.path}: game {game} is not as its second copy has it")
    missing = there[len(here or ()) :]
    journal.restore(game, copied, missing)
    last = len(copied.transactions[-1]) if copied.transactions else 0
    if here is None or len(missing) > last:  # A lost last transaction was never announced.
        say(f"The end of the journal was lost ({len(missing)} entries); it was put back from the second copy.")


def _rebuilt(path: Path, error: JournalDamaged, say: Callable[[str], None]) -> Journal:
    """Replace a damaged journal by a new one: every game with a whole copy, and the whole part of the newest game."""
    words = str(error)
    aside = set_aside(path)
    if aside.exists() or aside.with_name(f"{aside.name}-wal").exists():
        words = f"{words}. It is set aside as {aside}"
    journal = Journal(path)
    restored, lost = [], []
    found = copies(path.parent / COPIES)
    for game, copy in found.items():
        copied = _read(copy)
        if copied is None or copied.damaged:
            lost.append(str(set_aside(copy)))
        if copied is None or (copied.damaged and game != max(found)):
            continue
        journal.restore(game, copied, copied.entries)
        if copied.damaged:
            journal.copy()
            lost[-1] += f" (game {game} goes on from before the damage, after {len(copied.entries)} entries)"
        else:
            restored.append(game)
    if restored:
        words += f", and made again from the second copies of {len(restored)} game{'s' * (len(restored) > 1)}"
    elif not lost:
        words += ", and a new one is begun"
    if lost:
        words += f"; damaged as well, and set aside: {', '.join(lost)}"
    say(f"The journal is damaged: {words}.")
    return journal


def _read(path: Path) -> Copied | None:
    try:
        return second_copy.read(path)
    except OSError:
        return None
