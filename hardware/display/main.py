"""Starts the display at power-up.

display.json beside this file holds wifi, wifi_password, host, port, table and, for a broker with accounts, user and
password.
"""

import json
import sys
import time

import machine
from display.client import Client
from display.pico_w import PicoW

# Seconds before a restart: to read the reason at the prompt, and to spare the paper refreshes.
RESTART_S = 10

with open("display.json") as file:
    settings = json.load(file)
port = PicoW(settings)
name = "display-" + machine.unique_id().hex()
client = Client(port, settings["table"], name, settings.get("user"), settings.get("password"))
while True:
    try:
        client.step()
        port.refresh()
    except Exception as error:
        # For example, out of memory. A restart follows the table again; without it an old score would stay for ever.
        sys.print_exception(error)
        time.sleep(RESTART_S)
        machine.reset()
    time.sleep_ms(20)
