"""How unlikely a log of marks and words is, judged in one way: the sum of what surprises in it, in nats.

Players rarely err, call an école that there is none, or leave one unmarked that they called. Of two explanations of
the same marks the less surprising one is taken (`trictrac.toml`, `surprises`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.rulings import ClaimRuled, ClaimVerdict, Window, standing
from events.trictrac.rulings import FaultRuled
from referee.trictrac.judge.act_log import Entry
from referee.trictrac.judge.ledger import LedgerLine
from referee.trictrac.judge.situation import Situation
from referee.trictrac.numbers import SURPRISES
from rules.fault import FaultName
from rules.position import Side


def surprise(entries: Sequence[Entry], now: Situation) -> float:
    """Return how surprising these entries are, in nats; now: the situation after them."""
    ruled = standing(ruling for entry in entries for ruling in entry.rulings)
    faults = {one.about: one.fault.name for one in ruled if isinstance(one, FaultRuled) and one.window is Window.OPEN}
    mended = {one.about for one in ruled if isinstance(one, FaultRuled) and one.window is Window.MENDED}
    claims = [one.verdict for one in ruled if isinstance(one, ClaimRuled)]
    total = sum(SURPRISES.get(name, 0.0) for about, name in faults.items() if about not in mended)
    ids = {one.id for one in ruled}
    uncalled = (
        ruling
        for entry in entries
        for ruling in entry.rulings
        if isinstance(ruling, FaultRuled) and ruling.id in ids and _is_uncalled(ruling, entry.before)
    )
    total += SURPRISES["uncalled"] * sum(1 for _ in uncalled)
    total += SURPRISES["wrong_claim"] * claims.count(ClaimVerdict.WRONG)
    total += SURPRISES["late_claim"] * claims.count(ClaimVerdict.TOO_LATE)
    befores = [entry.before for entry in entries]
    for before, after in zip(befores, [*befores[1:], now], strict=True):
        total += SURPRISES["unread"] * max(0, after.books.unread - before.books.unread)
        total += SURPRISES["unasked"] * sum(1 for _ in _rests_unasked(before, after))
    called = {one.about for before in befores for one in before.claimed}
    lines = {line for one in [*befores[1:], now] for line in one.books.ledger.lines if line.fault in called}
    unmarked = {line.side for line in lines if _left(line)} - {line.side for line in lines if line.marked}
    return total + SURPRISES["unmarked"] * len(unmarked)


def count_unexplained(now: Situation) -> int:
    """Return how many sides' marks changed since they were last explained."""
    books = now.books
    return sum(books.board.has_changed(side, felt=books.felt, seen=side not in books.unseen) for side in Side)


def _is_uncalled(ruling: FaultRuled, before: Situation) -> bool:
    """Return whether an école that is none was marked, or one undone, by a side that did not say "École !"."""
    of_a_call = ruling.fault.name in {FaultName.FAUSSE_ECOLE, FaultName.AUGMENTATION}
    return of_a_call and ruling.window is Window.OPEN and ruling.fault.by not in before.books.called


def _left(line: LedgerLine) -> bool:
    """Return whether an école's time is over and it was not marked."""
    return line.ecole and line.over and not line.marked


def _rests_unasked(before: Situation, after: Situation) -> Iterator[LedgerLine]:
    """Yield écoles begun whose rest was marked, though nobody was heard to ask for it."""
    begun = {(line.about, line.fault): line for line in before.books.ledger.lines if line.begun}
    for line in after.books.ledger.lines:
        was = begun.get((line.about, line.fault))
        if was is not None and line.marked > was.marked and not line.asked:
            yield line
