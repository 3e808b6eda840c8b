"""The things to build: the firmware on the microcontroller, and the plans, parts and guide of the table around it."""
