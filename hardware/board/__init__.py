"""The measures of a board, and the checks that it can be built."""
