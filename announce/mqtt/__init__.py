"""A table on MQTT: its topics, its client, and the embedded broker. See docs/mqtt.md."""
