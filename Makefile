# The ways to build, test and install profilectl; `make` alone lists them.

PREFIX ?= /usr/local
DESTDIR ?=
SIZE ?= S
RELEASE = .build/release

.PHONY: help setup demo build sample test check faults fuzz sanitize look tour bench bench-check install uninstall clean
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

setup: ## install the system packages that are missing
	@Scripts/setup

demo: build ## look around in a copy of the sample network
	@Scripts/demo $(RELEASE)/profilectl

build: setup ## build the release executable
	swift build -c release

sample: build ## make sample.db anew
	Scripts/sample $(RELEASE)/profilectl

test: setup ## run all tests
	Scripts/test

check: build ## lint, house rules, warnings as errors, documents and sample
	swift format lint --strict --recursive Sources Tests Benchmarks Package.swift
	Scripts/check-imports
	Scripts/check-sizes
	Scripts/check-names
	swift build --build-tests
	Scripts/check-sample $(RELEASE)/profilectl
	Scripts/check-memory $(RELEASE)/profilectl

faults: build ## spoil files, kill writers and cut the power, within ten minutes
	PROFILECTL_FAULTS=all PROFILECTL_STATES=10000 PROFILECTL_KILLS=20 PROFILECTL_STEPS=200 \
	PROFILECTL_FLIPS=300 PROFILECTL_DAMAGES=5 \
	Scripts/test --filter 'FaultsTests|ExaminationTests|SalvageTests|DamageTests|BackupTests|FullDiskTests|ReadOnlyDiskTests|PermissionTests|LostLogTests|HostileFileTests|CrowdTests|BusyTests|PipeTests'
	PROFILECTL_BINARY='$(CURDIR)/$(RELEASE)/profilectl' PROFILECTL_KILLS=20 \
	Scripts/test --skip-build --filter 'KillTests.*(acknowledged|seeded|repair|salvage)'

fuzz: setup ## feed every parser, and whole files, with bytes of a fuzzer's making
	Scripts/fuzz $(or $(SECONDS_EACH),60)

sanitize: setup ## run tests under the thread and the address sanitizer
	Scripts/sanitize

look: build ## ask real shells, mandoc and Chromium about what is made for them
	Scripts/look $(RELEASE)/profilectl

tour: build ## film the browser for the README, in tmux: docs/tour.svg
	Scripts/tour $(RELEASE)/profilectl

bench: build ## compare with C and the sqlite3 shell; SIZE=S, M or L
	@Scripts/setup --with-benchmarks
	Benchmarks/run $(RELEASE) $(SIZE)

bench-check: build ## hold the instructions of a few commands to those recorded
	@Scripts/setup --with-benchmarks
	Benchmarks/check $(RELEASE)/profilectl

install: build ## install under PREFIX (/usr/local), within DESTDIR
	Scripts/install $(RELEASE) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what install put there
	Scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## remove everything that was built
	rm -rf .build
