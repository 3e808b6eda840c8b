"""Transport-independent table API: what a table publishes and the requests it handles. The page and MQTT use it."""
