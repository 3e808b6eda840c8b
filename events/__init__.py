"""The vocabulary every room speaks: observations, acts, rulings, table states and settings. Pure values, on `rules`."""
