"""Values that decline: a phrase names the form it needs, and the catalogue of the language holds every form.

A placeholder is `{name}` or `{name:form}`. A form is a context (msgctxt) of the value's own key, so "au coin" and
"à la case" are entries of the French catalogue and no rule of this module. Another language may use other forms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NOMINATIVE = "the"
"""The form of a noun where a phrase names none: with its article, as a subject."""


class Forms(Protocol):
    """The phrases of a language that values decline by: its catalogue."""

    def text(self, key: str, context: str | None = None, /, **values: object) -> str:
        """Return the phrase of a key in one form, with its placeholders filled."""

    def number(self, number: int, gender: str | None = None) -> str:
        """Return a number in words where the language has them."""


@dataclass(frozen=True, slots=True)
class Noun:
    """One thing with a name: a side, a case, a die.

    key: of the catalogue; values: what its forms need themselves.
    """

    catalogue: Forms
    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __format__(self, form: str) -> str:
        """The name in one form, "the" where none is asked for."""
        return self.catalogue.text(self.key, form or NOMINATIVE, **self.values)

    def __str__(self) -> str:
        """The name with its article."""
        return format(self)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, in words where the language has them."""

    catalogue: Forms
    n: int

    def __format__(self, gender: str) -> str:
        """The number in a gender ("f"), where the language has one; else as it is counted."""
        return self.catalogue.number(self.n, gender or None)

    def __str__(self) -> str:
        """The number as it is counted."""
        return format(self)


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row: every one of them takes the form that is asked for.

    last: the phrase that joins the last two, "and" or "or".
    """

    catalogue: Forms
    items: Sequence[object]
    last: Literal["list.two", "list.or"] = "list.two"

    def __format__(self, form: str) -> str:
        """The list in one form; empty when there is nothing to list."""
        if not self.items:
            return ""
        words = [format(item, form) if form else str(item) for item in self.items]
        text = words[0]
        for item in words[1:-1]:
            text = self.catalogue.text("list.comma", first=text, second=item)
        return self.catalogue.text(self.last, first=text, second=words[-1]) if len(words) > 1 else text

    def __str__(self) -> str:
        """The list with every thing's article."""
        return format(self)
