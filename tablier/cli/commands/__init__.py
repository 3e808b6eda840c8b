"""One module a command: `add_arguments` declares its options, `run` runs it."""
