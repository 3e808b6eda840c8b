"""The referee of trictrac: the tracker turns readings into acts, the judge rules on them."""
