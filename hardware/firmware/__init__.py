"""The microcontroller's program. All modules but `pico` and `main` run on both MicroPython and CPython."""
