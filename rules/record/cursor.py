"""One line of a record read word by word, and the error that says where it went wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from rules.record.notation import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


class ParseError(ValueError):
    """A text that is no record: the line and column (from 1), what was expected there and what was found."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found!r}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class Line:
    """One line, read word by word from the left; what is not as it should be is a ParseError, raised by each method."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text.rstrip()
        self.at = len(text) - len(text.lstrip())

    @property
    def rest(self) -> str:
        """What has not been read."""
        return self.text[self.at :]

    def error(self, expected: str, at: int | None = None, found: str | None = None) -> ParseError:
        """The refusal of the word that begins at `at` (0 = first character), by default the next one."""
        start = self.at if at is None else at
        if found is None:
            words = self.text[start:].split()
            found = words[0] if words else "the end of the line"
        return ParseError(self.number, start + 1, expected, found)

    def take(self, pattern: str, expected: str) -> re.Match[str]:
        """The next thing, which must match; blanks after it are passed over."""
        match = re.compile(pattern).match(self.text, self.at)
        if match is None:
            raise self.error(expected)
        self.at = match.end()
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return match

    def may(self, pattern: str) -> re.Match[str] | None:
        """The next thing if it matches, else nothing is passed over."""
        return self.take(pattern, "") if re.compile(pattern).match(self.text, self.at) else None

    def one_of(self, kind: Callable[[str], T], names: Iterable[str], what: str) -> T:
        """The next word, one of `names`, as `kind` makes it."""
        known = list(names)
        start = self.at
        word = self.take(r"[^\s:,]+", what)[0]
        if word not in known:
            raise self.error(f"{what} ({', '.join(known)})", start, word)
        return kind(word)

    def whole(self, what: str) -> int:
        """The next whole number, not negative."""
        return int(self.take(r"[0-9]{1,9}(?![0-9])", what)[0])

    def end(self) -> None:
        """Nothing more may stand here."""
        if self.rest:
            raise self.error("the end of the line")

    def words(self) -> str:
        """All that is left, as it stands."""
        if not self.rest:
            raise self.error("some text")
        if not self.rest.isprintable():
            raise self.error("printable text", found=self.rest)
        rest, self.at = self.rest, len(self.text)
        return rest

    def notation(self, read: Callable[[str], T]) -> T:
        """All that is left, read as moves or cases."""
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
        """What `make` makes; what it refuses is an error of this line."""
        try:
            return make()
        except ParseError:
            raise
        except ValueError as error:
            raise ParseError(self.number, at + 1, str(error), self.text[at:].strip()) from None
