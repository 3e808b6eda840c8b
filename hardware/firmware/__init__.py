"""The microcontroller's program. Every module but `pico` and `main` runs on MicroPython and on CPython alike."""
