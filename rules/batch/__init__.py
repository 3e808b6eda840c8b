"""Many throws at once: the plays and jans of `rules.plays` and `rules.jans`, computed with numpy.

The readable rules decide what is right; tests compare this package with them, position by position. Use it for
thousands of positions. For a single throw the readable rules are as good. See docs/performance.md.
"""

from rules.batch.jans import jans_of
from rules.batch.marks import Marks
from rules.batch.plays import plays_of
from rules.batch.rows import Rows, rows_of

__all__ = ["Marks", "Rows", "jans_of", "plays_of", "rows_of"]
