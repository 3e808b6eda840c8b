"""The small display: four lines from the broker on a panel. All modules but `pico_w` and `main` run anywhere."""
