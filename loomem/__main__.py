"""``python -m loomem`` is the ``loomem`` command."""

from loomem.cli.main import run

if __name__ == "__main__":
    run()
