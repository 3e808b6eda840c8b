"""Lessons of trictrac: a course of exercises whose positions and answers the rules make."""
