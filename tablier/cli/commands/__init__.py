"""One module a command: `add_arguments` declares it, `run` does it."""
