"""The course: ten steps of exercises, in order. Its data are in course.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Lesson:
    """One exercise of the course, newly made each time it is set.

    step: the name of its step; theme, difficulty: arguments of `coach.lessons.generator.exercise`
    """

    step: str
    theme: str
    difficulty: int

    @property
    def name(self) -> str:
        """Its name in a pupil's file: theme and difficulty."""
        return f"{self.theme}-{self.difficulty}"


@cache
def course() -> tuple[Lesson, ...]:
    """Every exercise, in the order of the course."""
    text = (resources.files("coach.lessons") / "course.toml").read_text("utf-8")
    return tuple(
        Lesson(step["name"], one["theme"], one["difficulty"])
        for step in tomllib.loads(text)["step"]
        for one in step["exercises"]
    )


@cache
def steps() -> tuple[str, ...]:
    """The names of the steps, in order."""
    return tuple(dict.fromkeys(lesson.step for lesson in course()))
