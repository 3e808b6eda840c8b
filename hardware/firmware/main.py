"""The Pico's program at power-up: copy this file to its root, next to the folder `firmware`."""

from firmware import pico

pico.main()
