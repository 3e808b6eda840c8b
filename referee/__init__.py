"""The referee: readings become acts, acts become rulings. It does no I/O and reads no clock; times are arguments."""
