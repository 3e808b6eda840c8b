"""The values every room uses: observations, acts, rulings, table states and settings. They depend on `rules` only."""
