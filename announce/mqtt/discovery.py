"""Home Assistant: publishes a table as a device with its sensors, by MQTT discovery (optional)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from announce.mqtt.topics import HOME_ASSISTANT
from announce.phrases.catalogue import catalogue
from rules.position import Side

if TYPE_CHECKING:
    from announce.mqtt.topics import Topics
    from announce.table_api.payloads import Json


def discovery_messages(topics: Topics, name: str, language: str) -> dict[str, dict[str, Json]]:
    """Return a table's retained discovery messages by topic: both scores, whose turn it is, the last announcement."""
    words = catalogue(language)
    device: dict[str, Json] = {"identifiers": [f"tablier_{topics.table}"], "name": name, "model": "tablier"}

    def sensor(object_id: str, title: str, topic: str, template: str, icon: str) -> tuple[str, dict[str, Json]]:
        unique = f"tablier_{topics.table}_{object_id}"
        return f"{HOME_ASSISTANT}/sensor/tablier_{topics.table}/{object_id}/config", {
            "unique_id": unique,
            "object_id": unique,
            "name": title,
            "state_topic": topic,
            "value_template": template,
            "availability_topic": topics.availability,
            "device": device,
            "icon": icon,
        }

    last = f"{{{{ value_json.text.{language}[:250] }}}}"
    found = [
        sensor("turn", words.text("page.turn.title"), topics.shown("state"), "{{ value_json.trait }}", "mdi:account"),
        sensor("last", words.text("page.rulings"), topics.shown("announcement"), last, "mdi:bullhorn"),
    ]
    for side in Side:
        who = words.text(f"side.{side}", "name")
        for what, icon in (("trous", "mdi:flag"), ("points", "mdi:circle-outline")):
            title = f"{who} {words.text(f'page.{what}.other')}"
            found.append(
                sensor(
                    f"{side}_{what}", title, topics.shown("state"), f"{{{{ value_json.score.{side}.{what} }}}}", icon
                )
            )
    return dict(found)
