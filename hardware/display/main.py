"""Starts the display at power-up.

display.json beside it holds wifi, wifi_password, host, port, table and, for a broker with accounts, user and password.
"""

import json
import time

import machine
from display.client import Client
from display.pico_w import PicoW

with open("display.json") as file:
    settings = json.load(file)
port = PicoW(settings)
name = "display-" + machine.unique_id().hex()
client = Client(port, settings["table"], name, settings.get("user"), settings.get("password"))
while True:
    client.step()
    port.refresh()
    time.sleep_ms(20)
