"""How the learned parts of `vision` are made: drawn scenes, small nets, and what each reached. Never packaged."""
