"""Many throws at once: the same plays and jans as `rules.plays` and `rules.jans`, computed with numpy by the thousand.

The readable rules are the law; this room only has to agree with them, and the tests hold it to that position by
position. Use it where thousands of positions come together; a single throw is served as well by the readable rules.
See docs/performance.md.
"""

from rules.batch.jans import Points, jans_of
from rules.batch.marks import Marks
from rules.batch.plays import PlaysOfThrow, plays_of
from rules.batch.rows import Rows, rows_of

__all__ = ["Marks", "PlaysOfThrow", "Points", "Rows", "jans_of", "plays_of", "rows_of"]
