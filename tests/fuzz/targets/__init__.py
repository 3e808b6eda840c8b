"""One parser of outside data a module: `run(data)` raises nothing but what would be a fault of ours."""
