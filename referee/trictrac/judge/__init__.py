"""Acts into rulings: the order of a throw, the marks, the faults and their windows."""
