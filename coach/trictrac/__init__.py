"""The coach of grand trictrac."""
