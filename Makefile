# `make demo` shows what Sprue does, `make test` runs the suite; both set up what they need first.

BIN := .venv/bin
STAMP := .venv/.sprue-setup

.DEFAULT_GOAL := help

.PHONY: help
help:  ## say what the targets do
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18

.PHONY: setup
setup: $(STAMP)  ## make .venv and install everything, from nothing but CPython 3.11 and apt
	@echo "Sprue is set up in .venv; \`$(BIN)/sprue --help\` lists what it does."

$(STAMP): requirements/dev.txt pyproject.toml packaging/setup $(wildcard tests/clients/*/package-lock.json)
	@PYTHON=$(PYTHON) packaging/setup
	@touch $@

.PHONY: demo
demo: $(STAMP)  ## analyze the sample part into out/demo
	@echo "A cast gear housing, as a designer might send it. Sprue reads the STEP file, measures every wall,"
	@echo "recognizes its features and judges it by each rule pack:"
	@echo
	@$(BIN)/sprue analyze resources/sample_parts/gear_housing.step --out out/demo

.PHONY: test
test: $(STAMP)  ## run the test suite
	@$(TEST_ENVIRONMENT) $(BIN)/python -m pytest -n 3 --dist worksteal  # three on two cores: a fifth of the time is waiting

# Compiling the tests anew takes each worker 15 s; small matrices wait for threads that share one.
TEST_ENVIRONMENT := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1

.PHONY: bench
bench: $(STAMP)  ## time every stage on the corpus, and thickness against other libraries
	@test -d build/bench || $(BIN)/python -m venv build/bench
	@build/bench/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@build/bench/bin/python -m bench

.PHONY: accuracy
accuracy: $(STAMP)  ## measure recognition against known truth; fails where a figure drops
	@$(BIN)/python -m bench accuracy --jobs 2

.PHONY: app
app: $(STAMP)  ## open the desktop program
	@$(BIN)/sprue app

.PHONY: serve
serve: $(STAMP)  ## answer the HTTP API on 127.0.0.1:8000
	@$(BIN)/sprue serve

.PHONY: lint
lint: $(STAMP)  ## format, lint, types and import contracts
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

.PHONY: dist
dist: $(STAMP)  ## build sdist and wheel of the commit, the same bytes each time
	@packaging/dist

.PHONY: bundle
bundle: requirements/bundle.txt  ## build the desktop's bundle of the commit: a tarball and a .deb
	@PYTHON=$(PYTHON) packaging/bundle

.PHONY: sbom
sbom: requirements/release.txt  ## write what a release is made of into dist/, as CycloneDX
	@PYTHON=$(PYTHON) packaging/sbom

.PHONY: check-packages
check-packages: $(STAMP)  ## try the packages in dist/ on bare Debian systems; takes root and mmdebstrap
	@$(BIN)/python packaging/check

.PHONY: lock
lock: $(STAMP)  ## pin the dependencies of pyproject.toml anew, with hashes and without addresses
	@rm -f requirements/*.txt
	@$(COMPILE) --output-file requirements/server.txt
	@$(COMPILE) --extra desktop --constraint requirements/server.txt --output-file requirements/desktop.txt
	@$(COMPILE) --extra hosted --extra otel --extra mcp --constraint requirements/server.txt --output-file requirements/hosted.txt
	@$(COMPILE) --extra desktop --extra dev --constraint requirements/desktop.txt --output-file requirements/dev.txt
	@$(COMPILE) --extra desktop --extra mcp --extra bundle --constraint requirements/dev.txt --output-file requirements/bundle.txt
	@$(BIN)/uv pip compile --group release $(PINNED) --output-file requirements/release.txt
	@$(COMPILE) --extra bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	@rm -f $(CLIENTS:%=%/package-lock.json)
	@for each in $(CLIENTS); do \
		$(BIN)/npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --prefix $$each; done

CLIENTS := tests/clients/typescript tests/clients/inspector

PINNED := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-header --no-annotate
COMPILE := $(BIN)/uv pip compile pyproject.toml $(PINNED)
