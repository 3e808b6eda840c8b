"""Make the learned parts of `vision`: draw scenes, train small networks and measure them. Never packaged."""
