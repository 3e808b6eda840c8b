"""The game record: a text file that people read and type, written and parsed without loss. See docs/record.md."""

from rules.record.cursor import ParseError
from rules.record.entries import Record
from rules.record.reading import parse
from rules.record.writing import write

__all__ = ["ParseError", "Record", "parse", "write"]
