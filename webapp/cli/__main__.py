"""`python -m webapp.cli`: the same as `mokuji`."""

from webapp.cli.main import main

if __name__ == "__main__":
    main()
