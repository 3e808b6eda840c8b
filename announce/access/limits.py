"""Rate limits: a bucket for each key, refilled with time."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from typing import Final

KEPT: Final = 4096
"""Buckets remembered. The least recently used one is forgotten first."""


class Limits:
    """For each key, `burst` times at once and `rate` times a second on average."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._full: OrderedDict[str, float] = OrderedDict()
        """When each bucket is full again."""

    def wait(self, key: str, t: float) -> float:
        """Count one time and return 0, or return the seconds to wait until it may be done."""
        full = max(self._full.get(key, -math.inf), t)
        earliest = full - (self._burst - 1) / self._rate
        if earliest > t:
            return earliest - t
        self._full[key] = full + 1 / self._rate
        self._full.move_to_end(key)
        while len(self._full) > KEPT:
            self._full.popitem(last=False)
        return 0.0

    def give_back(self, key: str) -> None:
        """Undo the last count, because it was not a failure after all."""
        if key in self._full:
            self._full[key] -= 1 / self._rate


def party(address: str) -> str:
    """Return the key by which an address is limited: an IPv6 address counts as its network of 64 bits."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv6Address):
        return str(read.ipv4_mapped or ipaddress.ip_network((read, 64), strict=False))
    return str(read)
