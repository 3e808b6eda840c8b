"""Transport-independent table API: what a table publishes and the requests it handles. The page and MQTT use it."""

from announce.table_api.api import TableApi
from announce.table_api.requests import InvalidRequest, Request
from announce.table_api.verbs import InvalidTableId, Verb

__all__ = ["InvalidRequest", "InvalidTableId", "Request", "TableApi", "Verb"]
