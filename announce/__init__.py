"""Rulings to people: phrases, speech, MQTT, the display page."""
