"""`python -m wargame`: the same as the command `wargame`."""

import importlib

if __name__ == "__main__":
    importlib.import_module("wargame.cli").main()
