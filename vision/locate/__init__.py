"""Find the board in a picture, and bring it to a view from straight above."""
