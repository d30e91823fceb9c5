"""Jacks always: simple, but plays a Jack whenever it makes no third itself, however many threats are doubled."""

BASE = "simple"
WEIGHTS = {"jack_doubles": 6}
