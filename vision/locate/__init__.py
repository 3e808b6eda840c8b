"""Finding the board in a picture, and the board brought to a view from straight above."""
