"""The report on paper: the lessons from a sitting's rulings, as HTML and PDF."""
