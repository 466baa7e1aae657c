"""Use: readers.py PROGRAM DATABASE - reads each export with a reader of others, and compares what it finds with the
answers of the program. A reader that is missing is named and skipped."""
import csv, importlib, json, os, pathlib, subprocess, sys, tempfile
import xml.etree.ElementTree as xml

program, database = (os.path.abspath(word) for word in sys.argv[1:3])
folder = pathlib.Path(tempfile.mkdtemp(prefix="readers."))


def ask(*words):
    return subprocess.run([program, "--db", database, *words], check=True, capture_output=True, text=True).stdout


def export(name, *words):
    path = folder / name
    return path, json.loads(ask("export", str(path), "--json", *words))


def expect(found, wanted, words):
    if found != wanted:
        sys.exit(f"look: {words}: {found!r}, not {wanted!r}")


def reader(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"look: SKIPPED, {name} is not installed")


def sql(query):
    return [line.split("\t") for line in ask("sql", query, "--format", "tsv").splitlines()[1:]]


user = sql("SELECT u.username FROM users AS u JOIN posts AS p ON p.author = u.id AND p.private = 0"
           " GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT 1")[0][0]
public = [row[0] for row in sql(
    f"SELECT p.id FROM posts AS p JOIN users AS u ON u.id = p.author WHERE u.username = '{user}'"
    " AND p.private = 0 AND p.reposts IS NULL ORDER BY p.at DESC")]
follows = sorted(tuple(row) for row in sql(
    "SELECT a.username, b.username FROM follows AS f JOIN users AS a ON a.id = f.follower"
    " JOIN users AS b ON b.id = f.followee"))

path, answer = export("tables", "--to", "csv")
for name in ("users", "posts", "follows", "likes"):
    with open(path / f"{name}.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    expect(len(rows), answer[name], f"rows of {name}.csv")
    if name == "follows":
        expect(sorted((row["follower"], row["followee"]) for row in rows), follows, "follows.csv")

path, answer = export("graph.graphml")
space = "{http://graphml.graphdrawing.org/xmlns}"
graph = xml.parse(path).getroot()
expect(len(graph.findall(f".//{space}edge")), len(follows), "edges of the XML")
if networkx := reader("networkx"):
    read = networkx.read_graphml(path)
    expect(sorted(read.edges()), follows, "edges that networkx reads")
    expect(read.number_of_nodes(), answer["users"], "nodes that networkx reads")
    path, answer = export("graph.gexf")
    read = networkx.read_gexf(path, version="1.3")
    expect(sorted(read.edges()), follows, "edges that networkx reads of GEXF")
    expect(read.number_of_nodes(), answer["users"], "nodes that networkx reads of GEXF")
    edges, _ = export("graph.txt", "--to", "edges")
    expect(sorted(networkx.read_edgelist(edges, create_using=networkx.DiGraph).edges()), follows, "edges of a list")

atom, answer = export("feed.xml", "--to", "atom", "--user", user)
space = "{http://www.w3.org/2005/Atom}"
entries = xml.parse(atom).getroot().findall(f"{space}entry")
expect([entry.find(f"{space}id").text.rsplit("/", 1)[1] for entry in entries], public, "entries of Atom")
if feedparser := reader("feedparser"):
    feed = feedparser.parse(str(atom))
    expect(feed.bozo, False, "what feedparser finds wrong")
    expect([entry.id.rsplit("/", 1)[1] for entry in feed.entries], public, "entries that feedparser reads")

path, _ = export("feed.rss", "--to", "rss", "--user", user)
guids = [guid.text for guid in xml.parse(path).getroot().findall("channel/item/guid")]
expect([guid.rsplit("/", 1)[1] for guid in guids], public, "items of RSS")
if feedparser := reader("feedparser"):
    feed = feedparser.parse(str(path))
    expect((feed.bozo, feed.version), (False, "rss20"), "what feedparser finds in RSS")
    expect([entry.id.rsplit("/", 1)[1] for entry in feed.entries], public, "items that feedparser reads")

path, _ = export("feed.json", "--to", "jsonfeed", "--user", user)
feed = json.loads(path.read_text())
expect(feed["version"], "https://jsonfeed.org/version/1.1", "version of the JSON feed")
expect([item["id"].rsplit("/", 1)[1] for item in feed["items"]], public, "items of the JSON feed")

path, _ = export("archive", "--to", "activitystreams", "--user", user)
outbox = json.loads((path / "outbox.json").read_text())
notes = [item["object"]["id"].rsplit("/", 1)[1] for item in outbox["orderedItems"] if item["type"] == "Create"]
expect(sorted(notes), sorted(public), "notes of the archive")

path, answer = export("all.ndjson")
kinds = [json.loads(line)["type"] for line in path.read_text().splitlines()]
for kind, name in (("user", "users"), ("post", "posts"), ("follow", "follows"), ("like", "likes")):
    expect(kinds.count(kind), answer[name], f"lines of {kind}")

path, _ = export("site", "--to", "site")
expect([entry.find("{http://www.w3.org/2005/Atom}id").text.rsplit("/", 1)[1] for entry in
        xml.parse(path / user / "feed.xml").getroot().findall("{http://www.w3.org/2005/Atom}entry")],
       public, "entries beside a profile")
