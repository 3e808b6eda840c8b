"""A club evening: all tables of a broker on one page, and the tournament played at them."""
