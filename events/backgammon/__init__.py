"""What is observed, done and ruled at a table of backgammon."""
