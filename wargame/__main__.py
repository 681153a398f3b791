"""`python -m wargame`."""

from wargame.cli import main

if __name__ == "__main__":
    main()
