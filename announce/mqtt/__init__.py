"""A table on MQTT: its topics, its client, and the embedded broker. See docs/mqtt.md."""

from announce.mqtt.client import BrokerSettings, BrokerSettingsError
from announce.mqtt.publisher import MqttPublisher
from announce.mqtt.topics import Topics

__all__ = ["BrokerSettings", "BrokerSettingsError", "MqttPublisher", "Topics"]
