"""The rulings for people: phrases, speech, MQTT and the display page."""
