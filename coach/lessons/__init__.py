"""Lessons of trictrac: a course of exercises whose positions and answers follow from the rules."""
