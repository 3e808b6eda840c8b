"""MQTT: what a table tells and what may be asked of it. See docs/mqtt.md."""

from announce.mqtt.client import BrokerSettings, BrokerSettingsError
from announce.mqtt.feed import Feed
from announce.mqtt.publisher import MqttPublisher
from announce.mqtt.requests import InvalidRequest, Request
from announce.mqtt.topics import InvalidTableId, Topics, Verb

__all__ = [
    "BrokerSettings",
    "BrokerSettingsError",
    "Feed",
    "InvalidRequest",
    "InvalidTableId",
    "MqttPublisher",
    "Request",
    "Topics",
    "Verb",
]
