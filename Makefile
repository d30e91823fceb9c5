# Everything on a fresh machine: `make rulebook` and `make test` (Python 3.11 or newer and make, nothing else).

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: rulebook test test-fast lint bench lock clean

rulebook: $(READY)
	$(BIN)/simkit rulebook --out results/rulebook

test: $(READY)
	$(BIN)/python -m pytest -n auto

test-fast: $(READY)
	$(BIN)/python -m pytest -n auto -m "not slow"

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/simkit bench

# Re-installed only when the lock or the package's own definition changes.
$(READY): requirements.txt pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('Python 3.11 or newer is needed, this is ' + sys.version) if sys.version_info < (3, 11) else None"
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

# Refresh the lock: names, versions and hashes only, for every platform and Python from 3.11 on.
lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --upgrade --output-file requirements.txt

clean:
	rm -rf .venv build dist *.egg-info
