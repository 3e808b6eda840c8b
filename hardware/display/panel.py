"""Four lines as a picture for a panel of one bit a pixel: characters of 8 by 8 made larger. Needs `framebuf`."""

import framebuf

# Letters the built-in font does not have.
PLAIN = {"à": "a", "â": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e", "î": "i", "ï": "i", "ô": "o",
         "û": "u", "ù": "u", "ü": "u", "œ": "oe", "É": "E", "À": "A", "\u2019": "'"}  # fmt: skip
GLYPH = 8


def plain(line: str) -> str:
    """The line in the letters there are; what has none becomes a question mark."""
    letters = "".join(PLAIN.get(letter, letter) for letter in line)
    return "".join(letter if " " <= letter <= "~" else "?" for letter in letters)


def draw(width: int, height: int, lines: list[str], columns: int = 20) -> framebuf.FrameBuffer:
    """The lines as a framebuffer of width x height, white ink on black: as large as this many columns allow."""
    picture = framebuf.FrameBuffer(bytearray(width * height // 8), width, height, framebuf.MONO_HLSB)
    glyph = framebuf.FrameBuffer(bytearray(GLYPH), GLYPH, GLYPH, framebuf.MONO_HLSB)
    wide, tall = width // columns, height // len(lines)
    # A little air between the lines.
    ink = tall * 7 // 8
    for row, line in enumerate(lines):
        for column, letter in enumerate(plain(line)[:columns]):
            if letter == " ":
                continue
            glyph.fill(0)
            glyph.text(letter, 0, 0, 1)
            for y in range(ink):
                for x in range(wide):
                    if glyph.pixel(x * GLYPH // wide, y * GLYPH // ink):
                        picture.pixel(column * wide + x, row * tall + y, 1)
    return picture
