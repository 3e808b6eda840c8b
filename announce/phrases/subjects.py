"""Subjects by side."""

from __future__ import annotations

from typing import Final

from announce.announcement import Subject
from rules.position import Side

SCORE: Final = {Side.BLANCS: Subject.SCORE_BLANCS, Side.NOIRS: Subject.SCORE_NOIRS}
