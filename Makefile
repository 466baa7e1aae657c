# Builds, tests and installs profilectl; `make` alone lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SIZE ?= S
RELEASE = .build/release

.PHONY: help setup demo build sample test check faults plants fuzz sanitize look tour bench bench-check dist install uninstall clean
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

setup: ## install the system packages that are missing
	@Scripts/setup

demo: build ## show a copy of the sample network
	@Scripts/demo $(RELEASE)/profilectl

build: setup ## build the release executable
	swift build -c release

sample: build ## make sample.db anew
	Scripts/sample $(RELEASE)/profilectl

test: build ## run all tests with the release executable
	PROFILECTL_BINARY='$(CURDIR)/$(RELEASE)/profilectl' Scripts/test

check: build ## lint, house rules, warnings as errors, documents and sample
	swift format lint --strict --recursive Sources Tests Benchmarks Scripts Package.swift
	Scripts/check-imports
	Scripts/check-folders
	Scripts/check-sizes
	Scripts/check-names
	swift build --build-tests
	Scripts/check-sample $(RELEASE)/profilectl

faults: build ## damage files, kill writers and cut the power, within ten minutes
	PROFILECTL_FAULTS=all PROFILECTL_STATES=10000 PROFILECTL_KILLS=20 PROFILECTL_STEPS=200 \
	PROFILECTL_FLIPS=300 PROFILECTL_DAMAGES=5 \
	Scripts/test --filter 'FaultsTests|ExaminationTests|EdgeRepairTests|IndexRepairTests|SalvageTests|DamageTests|BackupTests|FullDiskTests|ReadOnlyDiskTests|PermissionTests|LostLogTests|HostileFileTests|CrowdTests|BusyTests|PipeTests|ManyDeedsTests'
	PROFILECTL_BINARY='$(CURDIR)/$(RELEASE)/profilectl' PROFILECTL_KILLS=20 \
	PROFILECTL_FAULTS=all Scripts/test --skip-build --filter 'KillTests.*(acknowledged|seeded|repair|salvage)|ShortMemoryTests'

plants: setup ## break each rule of shared networks once, which the tests must find
	Scripts/plants

fuzz: setup ## fuzz every parser and whole files
	Scripts/fuzz $(or $(SECONDS_EACH),60)

sanitize: setup ## run tests under the thread and the address sanitizer
	Scripts/sanitize

look: build ## check output in real shells, mandoc, Chromium and a bare Debian tree
	Scripts/look $(RELEASE)/profilectl
	Scripts/check-dist $(RELEASE)

tour: build ## make the pictures of the README and of docs
	Scripts/tour $(RELEASE)/profilectl

bench: build ## compare with C and the sqlite3 shell; SIZE=S, M or L
	@Scripts/setup --with-benchmarks
	Benchmarks/run $(RELEASE) $(SIZE)

bench-check: build ## compare the instructions of a few commands with those recorded
	@Scripts/setup --with-benchmarks
	Benchmarks/check $(RELEASE)/profilectl

dist: build ## pack dist/*.tar.gz and dist/*.deb, which need no Swift and no library
	Scripts/dist $(RELEASE) dist

install: build ## install under PREFIX (/usr/local), within DESTDIR
	Scripts/install $(RELEASE) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove the installed files
	Scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## remove all build products
	rm -rf .build dist
