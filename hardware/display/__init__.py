"""The small display: four lines from the broker on a panel. Every module but `pico_w` and `main` runs anywhere."""
