"""Four lines as a picture for a panel of one bit a pixel, with enlarged characters of 8 by 8. Needs `framebuf`."""

import framebuf

# Letters that the built-in font lacks.
PLAIN = {"à": "a", "â": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e", "î": "i", "ï": "i", "ô": "o",
         "û": "u", "ù": "u", "ü": "u", "œ": "oe", "É": "E", "À": "A", "\u2019": "'"}  # fmt: skip
GLYPH = 8


def plain(line: str) -> str:
    """Return the line in the font's letters; a letter without a substitute becomes a question mark."""
    letters = "".join(PLAIN.get(letter, letter) for letter in line)
    return "".join(letter if " " <= letter <= "~" else "?" for letter in letters)


def draw(width: int, height: int, lines: list[str], columns: int = 20) -> framebuf.FrameBuffer:
    """Draw the lines, white on black, on a framebuffer of width x height, as large as this many columns allow."""
    picture = framebuf.FrameBuffer(bytearray(width * height // 8), width, height, framebuf.MONO_HLSB)
    glyph = framebuf.FrameBuffer(bytearray(GLYPH), GLYPH, GLYPH, framebuf.MONO_HLSB)
    wide, tall = width // columns, height // len(lines)
    # Leave a little space between the lines.
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
