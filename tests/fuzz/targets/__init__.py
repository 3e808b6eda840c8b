"""One module for each parser of outside data. `run(data)` raises only if the parser has a bug."""
