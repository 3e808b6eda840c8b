"""The measures of a board, and whether it can be built."""
