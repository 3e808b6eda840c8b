"""Put rulings and notices into words: in French, English and any language with a catalogue next to fr.po."""
