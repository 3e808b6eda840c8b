"""The constants of the build that this firmware is for: the wiring and the strength of the magnets.

Thirty holes, fifteen on each multiplexer; channel 15 of each is the reference. tests/hardware compares this file with
hardware/board.toml and hardware/circuit/harness/.
"""

VERSION = (1, 0, 0)
HOLES = 30
MUXES = 2
CHANNELS = 16
REFERENCE_CHANNEL = 15

# MUX_HOLES[mux][channel]: strip 0 is the near rail and the left one, strip 1 the far rail and the right one.
MUX_HOLES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 24, 25, 26),
    (12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 27, 28, 29),
)

# Buttons in the order of docs/protocol.md: near coup_joue, ecole, adoube, je_m_en_vais, then the same far.
BUTTONS = 8
# Lights: status, near, far.
LIGHTS = 3

# A scan every 12 ms makes 83 a second; 50 are promised.
SCAN_MS = 12

# DRV5055A3 at 3.3 V: 15 mV/mT (datasheet, table 6.6), ratiometric: 15 / 3300 * 65535.
COUNTS_PER_MT = 298
# Two resistors divide the supply, and the pull-down of a bare channel (ohms; board.toml, [reference]) loads them.
DIVIDER_UPPER = 2000
DIVIDER_LOWER = 1000
PULL_DOWN = 100000


def divider_reading(upper: float, lower: float, pull_down: float) -> int:
    """Return the ADC's reading between two resistors, the lower one beside its pull-down: 0..65535 of the supply."""
    loaded = lower * pull_down / (lower + pull_down)
    return int(65535 * loaded / (upper + loaded) + 0.5)


REFERENCE = divider_reading(DIVIDER_UPPER, DIVIDER_LOWER, PULL_DOWN)
# Resistors of 1 % change it by 1.3 %; the converter's gain (its own reference drops 1 %) and offset by 2 %.
REFERENCE_TOLERANCE = REFERENCE * 4 // 100

PINS_MUX_SELECT = (10, 11, 12, 13)
PINS_MUX_ADC = (26, 27)
PINS_BUTTONS = (2, 3, 4, 5, 6, 7, 8, 9)
PINS_LIGHTS = (16, 17, 18)
