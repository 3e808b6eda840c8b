"""The networks, the numbers fitted with them, and the code that runs them."""
