"""Names in several forms: a phrase names the form it needs, and the catalogue of the language holds every form.

A placeholder is `{name}` or `{name:form}`. A form is a context (msgctxt) of the value's own key. So "au coin" and
"à la case" are entries of the French catalogue, not rules in this module. Another language may use other forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

NOMINATIVE = "the"
"""The form of a noun when a phrase names none: with its article, as a subject."""


class Forms(Protocol):
    """The part of a catalogue that this module needs."""

    def text(self, key: str, context: str | None = None, /, **values: object) -> str:
        """Return the phrase of a key in one form, with its placeholders filled."""

    def number(self, number: int, gender: str | None = None) -> str:
        """Return a number in words where the language has them."""


@dataclass(frozen=True, slots=True)
class Noun:
    """One thing with a name: a side, a case, a die.

    Attributes:
        catalogue: holds its forms.
        key: its key in the catalogue.
        values: fill the placeholders of its own forms.
    """

    catalogue: Forms
    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __format__(self, form: str) -> str:
        """Return the name in one form; the default is "the"."""
        return self.catalogue.text(self.key, form or NOMINATIVE, **self.values)

    def __str__(self) -> str:
        """Return the name with its article."""
        return format(self)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, in words where the language has them."""

    catalogue: Forms
    n: int

    def __format__(self, gender: str) -> str:
        """Return the number in a gender ("f") where the language has that form, otherwise its plain form."""
        return self.catalogue.number(self.n, gender or None)

    def __str__(self) -> str:
        """Return the number in its plain form."""
        return format(self)


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of things, all in the form that the phrase asks for.

    Attributes:
        catalogue: holds the phrases that join the items.
        items: the things.
        last: the phrase that joins the last two, "and" or "or".
    """

    catalogue: Forms
    items: Sequence[object]
    last: Literal["list.two", "list.or"] = "list.two"

    def __format__(self, form: str) -> str:
        """Return the list in one form; empty when there are no items."""
        if not self.items:
            return ""
        words = [format(item, form) if form else str(item) for item in self.items]
        text = words[0]
        for item in words[1:-1]:
            text = self.catalogue.text("list.comma", first=text, second=item)
        return self.catalogue.text(self.last, first=text, second=words[-1]) if len(words) > 1 else text

    def __str__(self) -> str:
        """Return the list, every item with its article."""
        return format(self)
