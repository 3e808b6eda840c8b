"""Exercises at the table: set up, asked, judged and explained, one after the other."""
