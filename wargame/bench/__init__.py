"""The goals for speed and exactness, measured: fast path beside baseline. `python -m wargame.bench TOPIC [--json]`."""
