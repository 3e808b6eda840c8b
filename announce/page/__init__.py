"""The page: shows the table in a browser, without the internet."""
