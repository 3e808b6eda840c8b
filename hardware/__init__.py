"""Everything to build: the microcontroller's firmware, and the plans, parts and guide of the table around it."""
