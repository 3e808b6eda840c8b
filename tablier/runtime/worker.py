"""Do work away from the table's loop, one piece after the other, in a thread that sleeps in between."""

from __future__ import annotations

import threading
from abc import abstractmethod
from typing import Generic, TypeVar

from announce.closing import Closing

WorkT = TypeVar("WorkT")


class Worker(Closing, Generic[WorkT]):
    """A thread that works from its creation until it is closed; a context manager.

    changed: held while waiting work is read or altered, and notified when work was added
    """

    def __init__(self, name: str) -> None:
        self.changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End after the work under way; may be called again."""
        with self.changed:
            self._closed = True
            self.changed.notify()
        self._thread.join()

    @abstractmethod
    def _take(self) -> WorkT | None:
        """Remove and return the next work; None when none waits. Called with `changed` held."""

    @abstractmethod
    def _do(self, work: WorkT) -> None:
        """Do the work; called from the thread."""

    def _run(self) -> None:
        while True:
            with self.changed:
                if self._closed:
                    return
                work = self._take()
                if work is None:
                    self.changed.wait()
                    continue
            self._do(work)
