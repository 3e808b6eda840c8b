"""One line of a record, read word by word, and the error that says where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from rules.record.notation import NotationError

T = TypeVar("T")

QUOTED = 60
"""Characters of the text found that an error quotes: a line may be as long as the file."""


class ParseError(ValueError):
    """The text is not a record. The error has line and column (from 1), what was expected there and what was found."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        quoted = found if len(found) <= QUOTED else f"{found[:QUOTED]}..."
        super().__init__(f"line {line}, column {column}: expected {expected}, found {quoted!r}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class RecordLine:
    """One line, read word by word from the left. Every method raises ParseError when the text is not as expected."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text.rstrip()
        self.at = len(text) - len(text.lstrip())

    @property
    def rest(self) -> str:
        """The text that has not been read."""
        return self.text[self.at :]

    def error(self, expected: str, at: int | None = None, found: str | None = None) -> ParseError:
        """Return the error for the word that begins at `at` (0 = first character), by default the next word."""
        start = self.at if at is None else at
        if found is None:
            words = self.text[start:].split()
            found = words[0] if words else "the end of the line"
        return ParseError(self.number, start + 1, expected, found)

    def take(self, pattern: str, expected: str) -> re.Match[str]:
        """Read the next piece, which must match `pattern`, and skip the blanks after it."""
        match = re.compile(pattern).match(self.text, self.at)
        if match is None:
            raise self.error(expected)
        self.at = match.end()
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return match

    def may(self, pattern: str) -> re.Match[str] | None:
        """Read the next piece if it matches; otherwise read nothing."""
        return self.take(pattern, "") if re.compile(pattern).match(self.text, self.at) else None

    def one_of(self, kind: Callable[[str], T], names: Iterable[str], what: str) -> T:
        """Read the next word, one of `names`, and convert it with `kind`."""
        known = list(names)
        start = self.at
        word = self.take(r"[^\s:,]+", what)[0]
        if word not in known:
            raise self.error(f"{what} ({', '.join(known)})", start, word)
        return kind(word)

    def whole(self, what: str) -> int:
        """Read the next whole number, which is not negative."""
        return int(self.take(r"[0-9]{1,9}(?![0-9])", what)[0])

    def end(self) -> None:
        """Check that the line ends here."""
        if self.rest:
            raise self.error("the end of the line")

    def words(self) -> str:
        """Read the rest of the line as it stands."""
        if not self.rest:
            raise self.error("some text")
        if not self.rest.isprintable():
            raise self.error("printable text", found=self.rest)
        rest, self.at = self.rest, len(self.text)
        return rest

    def notation(self, read: Callable[[str], T]) -> T:
        """Read the rest of the line as moves or cases."""
        start, rest = self.at, self.rest
        if not rest:
            raise self.error("moves like T/6, T/3, or -")
        try:
            found = read(rest)
        except NotationError as error:
            raise self.error(error.expected, start + error.offset, error.found or "the end of the line") from None
        self.at = len(self.text)
        return found

    def valid(self, make: Callable[[], T], at: int = 0) -> T:
        """Return the result of `make`; its ValueError becomes a ParseError of this line."""
        try:
            return make()
        except ParseError:
            raise
        except ValueError as error:
            raise ParseError(self.number, at + 1, str(error), self.text[at:].strip()) from None
