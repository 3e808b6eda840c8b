"""What the Pico runs at power-up: copy this file to its root, beside the folder `firmware`."""

from firmware import pico

pico.main()
