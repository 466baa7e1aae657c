"""A script of a million lines is carried out within constant memory.

Use: million.py — runs `profilectl run -` on a database of its own in the working folder.
"""

import os
import resource
import subprocess
import sys

LINES = 1_000_000
MOST_MEGABYTES = 32

script = subprocess.Popen(
    ["profilectl", "--db", "million.db", "run", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
script.stdin.write(b"create-user ana bob\nlogin ana\n")
for _ in range(LINES // 20_000):
    script.stdin.write(b"follow bob\nunfollow bob\n" * 10_000)
script.stdin.close()
summary = script.stdout.read().decode()
status = script.wait()
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
os.remove("million.db")

if status or f'"done": {LINES + 2},' not in summary or peak > MOST_MEGABYTES:
    sys.exit(f"million: status {status}, {peak} MB, at most {MOST_MEGABYTES}; {summary}")
