"""Use: recipes.py PROGRAM PAGE [RECIPE...] - types the commands of docs/sharing.md as they stand, in homes of their own, and
compares the digests of the copies after each recipe. The accounts of the shared directory need root."""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile

program, page = (os.path.abspath(word) for word in sys.argv[1:3])
folder = pathlib.Path(os.environ.get("RECIPES") or tempfile.mkdtemp(prefix="recipes."))


class Home:
    """The home of one person, whose commands run in a shell without any other setting."""

    def __init__(self, world, name):
        self.name, self.path = name, world / name
        self.path.mkdir(parents=True)
        (self.path / ".gitconfig").write_text(
            f"[user]\n\tname = {name}\n\temail = {name}@example.org\n[init]\n\tdefaultBranch = main\n"
            f'[url "{world}/"]\n\tinsteadOf = server:\n')
        remote = world / "rsh"
        remote.write_text(f'#!/bin/sh\nshift\ncd "{world}/host" && exec sh -c "$*"\n')
        remote.chmod(0o755)
        self.environment = {
            "HOME": str(self.path), "PATH": f"{os.path.dirname(program)}:/usr/local/bin:/usr/bin:/bin",
            "LC_ALL": "C.UTF-8", "RSYNC_RSH": str(remote)}

    def type(self, line, status=0, place="."):
        """Runs a line in this home, and ends the script if its status differs."""
        run = subprocess.run(["sh", "-c", line], cwd=self.path / place, env=self.environment,
                             capture_output=True, text=True)
        if run.returncode != status:
            sys.exit(f"look: {self.name}$ {line}\n{run.stdout}{run.stderr}look: status {run.returncode}, not {status}")
        return run.stdout

    def ask(self, line):
        return json.loads(self.type(f"profilectl {line} --json"))

    def digest(self):
        return self.ask("share")["digest"]


def blocks():
    """The blocks of commands of the page, each with the words in bold that begin its recipe, or its heading."""
    title, lines, found = "", None, []
    for line in pathlib.Path(page).read_text().splitlines():
        if line.startswith("```"):
            if lines is not None:
                found.append((title, lines))
            lines = [] if lines is None else None
        elif lines is not None:
            lines.append(line)
        elif match := re.match(r"\*\*(.+?)\.\*\*|## (.+)", line):
            title = match[1] or match[2]
    return found


def recipe(title):
    return [lines for name, lines in blocks() if name == title]


def begin(name, *people):
    """Homes of alice, who has shared a network with a few posts and invited the others, and of these."""
    world = folder / name
    homes = [Home(world, person) for person in ("alice", *people)]
    alice = homes[0]
    alice.type("profilectl create-user alice && profilectl login alice")
    for number in range(5):
        alice.type(f'profilectl post "Post {number} of alice"')
    alice.type('profilectl share start "Marlowe family"')
    for home in homes[1:]:
        alice.type(f"profilectl share invite {home.name} --output ../{home.name}/{home.name}.invitation")
    return homes


def expect_same(homes, words):
    digests = {home.name: home.digest() for home in homes}
    if len(set(digests.values())) != 1:
        sys.exit(f"look: {words}: the digests differ: {digests}")
    for home in homes:
        home.type("profilectl doctor --deep")


def change(alice, bob):
    """Changes of both while they are apart: among them a deletion, so that both drop words from the same bundle."""
    bob.type('profilectl post "home at last" && profilectl like 1')
    alice.type('profilectl post "the kettle is on" && profilectl delete-post 2 --yes')


class Syncthing:
    """Copies between folders as Syncthing does: whole files, by their contents, with a conflict's name for a file
    that changed in two places, and a temporary file beside each that is on its way."""

    def __init__(self, *places):
        self.places, self.known, self.conflicts = places, {}, 0

    def exchange(self):
        for place in self.places:
            place.mkdir(parents=True, exist_ok=True)
        names = {path.relative_to(place) for place in self.places for path in place.rglob("*")
                 if path.is_file() and not path.name.startswith(".")}
        for name in sorted(names):
            versions = [place / name for place in self.places if (place / name).exists()]
            before = self.known.get(name)
            changed = [path for path in versions if path.read_bytes() != before]
            if not changed:
                changed = versions
            newest = max(changed, key=lambda path: path.stat().st_mtime_ns)
            content = newest.read_bytes()
            for place in self.places:
                target = place / name
                if target.exists() and target.read_bytes() == content:
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                if target in changed:
                    self.conflicts += 1
                    target.rename(target.with_name(f"{name.stem}.sync-conflict-20260102-030405-ABCDEFG{name.suffix}"))
                part = target.with_name(f".syncthing.{target.name}.tmp")
                part.write_bytes(content)
                part.rename(target)
            self.known[name] = content


def pattern(line):
    """An expected line of the page, in which numbers and words that end with `…` may differ."""
    words = re.sub(r"\d+", r"\\d+", re.sub(r"\S*…", ".*", re.escape(line)))
    return re.sub(r"(change|bundle|post)s", r"\1s?", words)


def story():
    """The page from its first line to its last, with Syncthing between the homes of alice and bob."""
    world = folder / "story"
    alice, bob = homes = {name: Home(world, name) for name in ("alice", "bob")}.values()
    between = Syncthing(*(home.path / "Sync/marlowe" for home in homes))
    alice.type("profilectl create-user alice carol && profilectl login alice && profilectl --as carol post hello")
    by_name = {home.name: home for home in homes}
    for _, lines in (block for block in blocks() if re.match(r"\w+\$ ", block[1][0])):
        for position, line in enumerate(lines):
            if not (match := re.match(r"(\w+)\$ (.+)", line)):
                continue
            home, command = by_name[match[1]], match[2]
            if "--recovery" in command and "--as alice" in command:  # all machines are lost
                for path in (".local", ".config"):
                    shutil.rmtree(alice.path / path, ignore_errors=True)
            if "3f9c2a81" in command:
                key = next(key for key in alice.ask("share keys") if key["user"] == "bob" and key["kind"] == "key")
                command = command.replace("3f9c2a81", key["key"][:8])
            answer = home.type(command)
            expected = []
            for following in lines[position + 1:]:
                if re.match(r"\w+\$ ", following):
                    break
                expected.append(pattern(following))
            if expected and not re.fullmatch("\n".join(expected) + "\n", answer):
                sys.exit(f"look: {line}\n{answer}look: the page shows other words")
            if "share start" in command:
                for person in homes:
                    (person.path / "code.txt").write_text(answer.split("Recovery code: ")[1].split("\n")[0] + "\n")
            if (invitation := alice.path / "bob.invitation").exists():
                shutil.copy(invitation, bob.path)
            between.exchange()
    expect_same([alice], "the network that a code brought back")


def syncthing():
    alice, bob = homes = begin("syncthing", "bob")
    sync = re.search(r"`(profilectl sync ~/Sync/\w+)`", pathlib.Path(page).read_text())[1]
    places = [home.path / "Sync/marlowe" for home in homes]
    between = Syncthing(*places)
    between.exchange()
    alice.type(sync)
    between.exchange()
    bob.type("profilectl share join ~/Sync/marlowe bob.invitation")
    for home in homes:
        alice.type(sync), between.exchange(), bob.type(sync), between.exchange()
    change(alice, bob)
    alice.type(sync)
    # A file that is half there is refused, and taken as soon as it is whole.
    arrived = [path for path in places[0].rglob("*.bundle") if not (places[1] / path.relative_to(places[0])).exists()]
    half = places[1] / arrived[0].relative_to(places[0])
    half.parent.mkdir(parents=True, exist_ok=True)
    half.write_bytes(arrived[0].read_bytes()[:100])
    if bob.ask("sync ~/Sync/marlowe")["refused"]["unreadable"] != 1:
        sys.exit("look: a half-copied bundle was not refused")
    half.unlink()
    between.exchange()
    # Both drop the words of one post from one file, each compressed in its own way.
    for path in places[1].rglob("*.bundle"):
        path.touch()
    for _ in range(3):
        for home in homes:
            home.type(sync)
        between.exchange()
    shutil.copy(arrived[0], arrived[0].with_name(f"{arrived[0].stem}.sync-conflict-20260102-030405-ABCDEFG.bundle"))
    for home in homes:
        home.type(sync)
    alice.type(re.search(r"`(find ~/Sync/\w+ [^`]+-delete)`", pathlib.Path(page).read_text().replace("\n", " "))[1])
    if list(places[0].rglob("*sync-conflict*")):
        sys.exit("look: the conflict's file was not deleted")
    expect_same(homes, "Syncthing")


def stick():
    """A stick with FAT, mounted by the kernel, or by FUSE where the kernel has no FAT."""
    alice, bob = homes = begin("stick", "bob")
    image, mount = folder / "stick/image", folder / "stick/STICK"
    mount.mkdir()
    subprocess.run(["truncate", "-s", "64M", image], check=True)
    subprocess.run(["mkfs.vfat", image], check=True, capture_output=True)

    def visit(home, line):
        plug = f"mount -o loop {image} {mount} 2>/dev/null || fusefat -o rw+ {image} {mount}"
        subprocess.run(plug, shell=True, check=True, capture_output=True)
        try:
            home.type(line)
        finally:
            subprocess.run(["umount", mount], check=True)

    visit(alice, f"profilectl sync {mount}")
    visit(bob, f"profilectl share join {mount} bob.invitation")
    visit(bob, "profilectl sync")
    change(alice, bob)
    for home in (alice, bob, alice, bob):
        visit(home, "profilectl sync")
    expect_same(homes, "a stick")


def git():
    alice, bob = homes = begin("git", "bob")
    [clone], exchange = recipe("git")
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", folder / "git/marlowe.git"], check=True)
    sync, commit, push = exchange
    alice.type(clone)
    alice.type(f"{sync}\n{commit}\ngit push -q origin HEAD")
    bob.type(clone)
    bob.type("profilectl share join ~/marlowe bob.invitation")
    for home in (bob, alice, bob):
        home.type("\n".join(exchange))
    change(alice, bob)
    for home in (alice, bob, alice, bob):
        home.type("\n".join(exchange))
    expect_same(homes, "git")


def rsync():
    alice, bob = homes = begin("rsync", "bob")
    (folder / "rsync/host/marlowe").mkdir(parents=True)
    [lines] = recipe("rsync and ssh")
    alice.type("mkdir marlowe\n" + "\n".join(lines))
    bob.type(f"mkdir marlowe\n{lines[0]}\nprofilectl share join ~/marlowe bob.invitation")
    bob.type("\n".join(lines))
    change(alice, bob)
    for home in (alice, bob, alice, bob):
        home.type("\n".join(lines))
    expect_same(homes, "rsync")


def cron():
    [alice] = begin("cron")
    line = re.search(r"`\*/10 \* \* \* \* (.+?)`", pathlib.Path(page).read_text())[1]
    line = line.replace("/usr/bin/profilectl", program)
    alice.type("mkdir folder && profilectl sync folder")
    if alice.type(f"({line}) 2>&1"):
        sys.exit("look: a sync of cron that has nothing to do prints something")
    alice.type("rm -r folder")
    if "Error" not in alice.type(f"({line}) 2>&1; test $? = 66"):
        sys.exit("look: cron gets no error by mail")


def directory():
    """Accounts of a machine whose /etc and /srv are copies, so that nothing of this one changes."""
    if os.geteuid() != 0:
        return print("look: SKIPPED, the shared directory needs root")
    private = folder / "machine"
    shutil.copytree("/etc", private / "etc", symlinks=True)
    for name in ("srv", "home", "bin"):
        (private / name).mkdir()
    for name in ("profilectl", "profilectl-picture"):
        shutil.copy(os.path.join(os.path.dirname(program), name), private / "bin")
    (private / "bin/sudo").write_text('#!/bin/sh\nexec "$@"\n')
    (private / "bin/sudo").chmod(0o755)
    [lines] = recipe("A directory on a shared machine")
    create, own, sync = lines
    people = "alice bob carol"
    script = f"""set -eu
mount --bind {private}/etc /etc; mount --bind {private}/srv /srv; mount --bind {private}/home /home
mount --bind {private}/bin /usr/local/bin
chmod 755 {private} /home; umask 077
for person in {people}; do useradd -m -s /bin/sh $person; done
as() {{ su - "$1" -c "export PATH=/usr/local/bin:/usr/bin:/bin; umask 077; $2"; }}
PATH=/usr/local/bin:$PATH
{create}
{own}
as alice 'profilectl create-user alice && profilectl login alice && profilectl post hello'
as alice 'profilectl share start Marlowe'
for person in bob carol; do as alice "profilectl share invite $person" | cat >/home/$person/invitation; chown $person /home/$person/invitation; done
as alice '{sync}'
for person in bob carol; do as $person "profilectl share join /srv/marlowe invitation; profilectl post 'I am here'"; done
as alice 'profilectl delete-post 1 --yes'
for person in carol alice bob carol alice bob carol; do as $person '{sync}'; done
for person in {people}; do as $person 'profilectl share --json' | grep -o '"digest": *"[^"]*"'; done | sort -u >{private}/digests
for person in {people}; do as $person 'profilectl doctor --deep'; done
"""
    run = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True)
    if run.returncode != 0 or len((private / "digests").read_text().splitlines()) != 1:
        sys.exit(f"look: a shared directory:\n{run.stdout}{run.stderr}")


for part in (story, syncthing, stick, git, rsync, cron, directory):
    if sys.argv[3:] and part.__name__ not in sys.argv[3:]:
        continue
    part()
    print(f"look: docs/sharing.md: {part.__name__} works as it stands")
shutil.rmtree(folder)
