"""What the players of jacquet agree on: the table [jacquet] of the settings."""

from __future__ import annotations

from typing import ClassVar

from tablier.storage.settings import Agreement


class JacquetAgreement(Agreement, frozen=True, kw_only=True):
    """courier: whether the first dame must be home before another is moved."""

    section: ClassVar[str] = "jacquet"

    courier: bool = True


AGREEMENTS = {JacquetAgreement.section: JacquetAgreement}
