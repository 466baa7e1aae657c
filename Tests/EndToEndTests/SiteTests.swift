import Foundation
import FoundationXML
import Support
import Testing

/// Tests the linked pages of `export --to site`.
@Suite struct SiteTests {
  /// A seeded network with conversations, pictures and more posts of a person than fit on a page.
  private static func seeded() throws -> Program {
    var program = try Program(now: SmallNetwork.now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    try program.succeed(
      "seed", "--users", "12", "--posts", "700", "--pictures", "20", "--seed", "3")
    try program.succeed("create-user", "many")
    let lines = (1...50).map { "post \"Line \($0) #many\"\n" }.joined()
    try program.succeed("--as", "many", "-q", "run", "-", input: lines)
    return program
  }

  @Test func `every link leads to a file, and every page is linked`() throws {
    let program = try Self.seeded()
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    #expect(try site.brokenLinks().isEmpty)
    #expect(try site.unlinkedFiles() == [])
    let names = try site.files()
    #expect(names.contains { $0.contains("/page-2.html") })
    #expect(names.contains { $0.hasPrefix("tag/") && $0.hasSuffix("-2.html") })
    #expect(names.contains { $0.hasPrefix("pictures/") && $0.hasSuffix(".png") })
  }

  @Test func `a site of one person has no picture that no page shows`() throws {
    let program = try SmallNetwork().program
    try program.home.write(PlainPicture(width: 4, height: 3, seed: 1).png, to: "cat.png")
    #expect(try program.run("reply", "2", "Look", "--image", "cat.png", "-q").status == 0)
    try program.succeed("export", "site", "--to", "site", "--user", "bob")
    #expect(try Site(program.home.file("site")).unlinkedFiles() == [])
  }

  @Test func `each public post has a page, and a repost has that of the repeated post`() throws {
    let program = try Self.seeded()
    try program.succeed("export", "site", "--to", "site")
    let posts = try program.succeed("explore", "--all", "--no-reposts", "--fields", "author,id")
      .split(separator: "\n").map { "\($0.replacing("\t", with: "/")).html" }
    let pages = try Site(program.home.file("site")).files().filter {
      $0.wholeMatch(of: /[^\/]+\/[0-9]+\.html/) != nil
    }
    #expect(posts.sorted() == pages.sorted())
  }

  @Test func `pages load nothing from outside, and read without a script`() throws {
    let program = try Self.seeded()
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    for name in try site.files() where name.hasSuffix(".html") {
      let page = try site.text(of: name)
      #expect(!page.contains(/(?:src|href|action)="(?:[a-z]+:)?\/\//), "\(name)")
      #expect(!page.contains(/\son[a-z]+="/) && !page.contains("javascript:"), "\(name)")
      // Only profiles have a script, and it has no content of its own.
      let scripts = page.matches(of: /<script[^>]*>([^<]*)<\/script>/)
      #expect(scripts.allSatisfy { $0.1.isEmpty } && scripts.count <= 1, "\(name)")
    }
    #expect(try site.text(of: "style.css").contains("prefers-color-scheme: light"))
  }

  @Test func `hostile names and words are text, and handles of files of the site get a folder`()
    throws
  {
    let program = try SmallNetwork().program
    let markup = "</title><script>alert(1)</script><img src=x onerror=\"alert(2)\">'&amp;"
    let name = "</title><script>alert(1)</script>\"'&"
    try program.succeed("edit-profile", "--name", name, "--bio", markup)
    try program.succeed("post", markup + " #index @bob @nobody")
    try program.succeed("create-user", "index.html", "style.css", "tag", "pictures", "script.js")
    try program.succeed("--as", "tag", "post", "I am @tag #tag")
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    for name in try site.files() where name.hasSuffix(".html") {
      let page = try site.text(of: name)
      #expect(!page.contains("<script>") && !page.contains("<img src=x"), "\(name)")
      #expect(XMLParser(data: Data(page.utf8)).parse(), "\(name)")
    }
    #expect(try site.text(of: "alice/index.html").contains("&lt;script&gt;alert(1)"))
    #expect(try site.text(of: "alice/6.html").contains("href=\"../bob/index.html\">@bob</a>"))
    #expect(try site.text(of: "alice/6.html").contains("href=\"../tag/index.html\">#index</a>"))
    #expect(try !site.text(of: "alice/6.html").contains("@nobody</a>"))
    #expect(try site.text(of: "tag-/7.html").contains("href=\"../tag-/index.html\">@tag</a>"))
    #expect(try site.brokenLinks().isEmpty)
  }

  @Test(arguments: [[], ["--include-private"], ["--user", "alice"]])
  func `private posts have pages only if asked for`(words: [String]) throws {
    let program = try SmallNetwork().program
    try program.succeed("--as", "bob", "reply", "1", "Save me the crust")
    try program.succeed("reply", "1", "--private", "None is left #crust")
    try program.succeed(["export", "site", "--to", "site"] + words)
    let site = Site(program.home.file("site"))
    let pages = try site.files().filter { $0.hasSuffix(".html") }.map { try site.text(of: $0) }
    #expect(pages.contains { $0.contains("None is left") } == (words == ["--include-private"]))
    #expect(pages.contains { $0.contains("Save me the crust") })
    #expect(try site.brokenLinks().isEmpty)
    #expect(try site.unlinkedFiles() == [])
    #expect(try site.files().contains("bob/index.html") == (words.first != "--user"))
  }

  @Test func `a site replaces an export or an empty folder with --yes, and nothing else`() throws {
    let program = try SmallNetwork().program
    try program.succeed("export", "site", "--to", "site")
    #expect(try program.run("export", "site", "--to", "site").status == 64)
    try program.succeed("--as", "bob", "delete-post", "2", "--yes")
    try program.succeed("export", "site", "--to", "site", "--yes")
    #expect(try !Site(program.home.file("site")).files().contains("bob/2.html"))
    mkdir(program.home.file("mine"), 0o700)
    try program.home.write("letter", to: "mine/letter.txt")
    let refused = try program.run("export", "mine", "--to", "site", "--yes")
    #expect(refused.status != 0)
    #expect(try Site(program.home.file("mine")).files() == ["letter.txt"])
    for name in ["CNAME", "bob/letter.txt"] {
      try program.home.write("mine", to: "site/\(name)")
      #expect(try program.run("export", "site", "--to", "site", "--yes").status == refused.status)
      #expect(try Site(program.home.file("site")).files().contains(name))
      #expect(unlink(program.home.file("site/\(name)")) == 0)
    }
    try program.succeed("export", "site", "--to", "site", "--yes")
    #expect(try program.run("export", "-", "--to", "site").status == 64)
    #expect(try program.home.names().allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func `a dry run has the same answer and makes no file`() throws {
    let program = try SmallNetwork().program
    let rehearsed = try program.succeed("export", "site", "--to", "site", "--dry-run", "--json")
    #expect(try !program.home.names().contains("site"))
    let answer = try program.succeed("export", "site", "--to", "site", "--json")
    #expect(rehearsed.replacing(",\n  \"dry_run\": true", with: "") == answer)
    #expect(rehearsed != answer)
  }

  @Test func `Ctrl-C leaves the old site and no half of a new one`() throws {
    let program = try Self.seeded()
    try program.succeed("export", "site", "--to", "site")
    let before = try Site(program.home.file("site")).files()
    try program.succeed("seed", "--users", "300", "--posts", "6000")
    let running = try program.start("export", "site", "--to", "site", "--yes")
    waitUntil { (try? program.home.names())?.contains { $0.hasPrefix(".site.") } == true }
    running.send(SIGINT)
    #expect(try running.wait().status == 130)
    #expect(try program.home.names().allSatisfy { !$0.hasPrefix(".site") })
    #expect(try Site(program.home.file("site")).files() == before)
  }

  @Test func `feeds beside a profile have its posts and the addresses of their pages`() throws {
    let program = try SmallNetwork().program
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    #expect(try site.text(of: "bob/feed.json").contains("The **bicycle** is mended"))
    let atom = try site.text(of: "bob/feed.xml")
    #expect(atom.contains("<link href=\"2.html\"/>") && atom.contains("The **bicycle** is mended"))
    #expect(try !site.text(of: "alice/feed.xml").contains("A note to myself"))
  }

  @Test func `web addresses are links, and a person without posts has no feeds and no pattern`()
    throws
  {
    let program = try SmallNetwork().program
    try program.succeed("post", "See https://example.org/a?b=1&c=2, and javascript:alert(1)")
    try program.succeed("create-user", "eve")
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    let page = try #require(try site.files().first { $0.wholeMatch(of: /alice\/6\.html/) != nil })
    #expect(
      try site.text(of: page).contains(
        #"<a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer">"#))
    #expect(try !site.text(of: page).contains("href=\"javascript"))
    #expect(try site.files().filter { $0.hasPrefix("eve/") } == ["eve/index.html"])
    let empty = try site.text(of: "eve/index.html")
    #expect(empty.utf8.count < 8_000 && !empty.contains("feed"))
    #expect(try site.text(of: "bob/index.html").contains("feed.xml"))
    #expect(try site.brokenLinks().isEmpty)
  }

  @Test func `people with posts come first, the newest post at the beginning`() throws {
    let program = try Program(now: SmallNetwork.now)
    try program.succeed("create-user", "placeholder", "alice", "bob", "carol")
    for author in ["carol", "alice", "bob"] {
      try program.succeed("--as", author, "post", "I am \(author)")
    }
    try program.succeed("export", "site", "--to", "site")
    let index = try Site(program.home.file("site")).text(of: "index.html")
    let names = index.matches(of: /<a href="([a-z]+)\/index.html">/).map { String($0.1) }
    #expect(names == ["bob", "alice", "carol", "placeholder"])
  }

  @Test(arguments: [false, true])
  func `others may read a site unless it has private posts`(hasPrivate: Bool) throws {
    let program = try SmallNetwork().program
    try program.succeed(
      ["export", "site", "--to", "site"] + (hasPrivate ? ["--include-private"] : []))
    let mask = umask(0)
    umask(mask)
    for (name, mode) in [("site", 0o755), ("site/bob", 0o755), ("site/index.html", 0o644)] {
      let wanted = hasPrivate ? mode & 0o700 : mode
      let facts = try FileManager.default.attributesOfItem(atPath: program.home.file(name))
      #expect(facts[.posixPermissions] as? Int == wanted & ~Int(mask), "\(name)")
    }
  }

  @Test func `a long export of a site shows its progress on a terminal`() throws {
    let program = try Self.seeded()
    try program.succeed("seed", "--users", "300", "--posts", "6000")
    let terminal = try PseudoTerminal(program, "export", "site", "--to", "site")
    try terminal.read { $0.contains(" of ") && $0.contains("posts") }
    terminal.send(SIGINT)
    #expect(try terminal.wait() == 130)
    let text = try program.run("export", "site", "--to", "site", "--user", "many").stderr
    #expect(text.isEmpty)
  }

  @Test func `a picture is attached to its post in the feeds`() throws {
    let program = try SmallNetwork().program
    try program.home.write(PlainPicture(width: 4, height: 3, seed: 1).png, to: "cat.png")
    #expect(try program.run("--as", "bob", "post", "--image", "cat.png", "-q").status == 0)
    try program.succeed("export", "site", "--to", "site")
    let site = Site(program.home.file("site"))
    let picture = try #require(try site.files().first { $0.hasPrefix("pictures/") })
    #expect(
      try site.text(of: "bob/feed.json").contains(
        #""attachments":[{"url":"../\#(picture)","mime_type":"image/png"}]"#))
    #expect(
      try site.text(of: "bob/feed.xml").contains(
        #"<link rel="enclosure" type="image/png" href="../\#(picture)"/>"#))
  }
}

/// The files of a site, and the links of its pages.
private struct Site {
  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The paths of all files but the mark of an export, sorted.
  func files() throws -> [String] {
    let folder = URL(fileURLWithPath: path)
    return try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: folder.appendingPathComponent(name).path, isDirectory: &isFolder)
      return !isFolder.boolValue && !name.hasPrefix(".")
    }.sorted()
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  /// The targets of a page as paths from the folder of the site, with their fragments.
  private func links(of name: String) throws -> [(file: String, fragment: String?)] {
    let page = try text(of: name)
    return page.matches(of: /\s(?:href|src)="([^"]*)"/).compactMap { match in
      let address = String(match.1)
      if address.hasPrefix("data:") || address.hasPrefix("https:") { return nil }
      let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let fragment = parts.count > 1 ? String(parts[1]) : nil
      guard let decoded = parts[0].removingPercentEncoding else { return ("?" + address, nil) }
      if decoded.isEmpty { return (name, fragment) }
      var way = name.split(separator: "/").dropLast().map(String.init)
      for step in decoded.split(separator: "/") {
        if step == ".." { way = way.dropLast() } else { way.append(String(step)) }
      }
      return (way.joined(separator: "/"), fragment)
    }
  }

  /// Links to no file, or to no element of one.
  func brokenLinks() throws -> [String] {
    let files = Set(try files())
    var texts: [String: String] = [:]
    var broken: [String] = []
    for name in files where name.hasSuffix(".html") {
      for link in try links(of: name) {
        guard files.contains(link.file) else {
          broken.append("\(name): \(link.file)")
          continue
        }
        guard let fragment = link.fragment else { continue }
        if texts[link.file] == nil { texts[link.file] = try text(of: link.file) }
        if texts[link.file]?.contains(" id=\"\(fragment)\"") != true {
          broken.append("\(name): \(link.file)#\(fragment)")
        }
      }
    }
    return broken.sorted()
  }

  /// Files to which no way of links leads from the first page.
  func unlinkedFiles() throws -> [String] {
    var waiting = ["index.html"]
    var seen: Set<String> = ["index.html"]
    while let name = waiting.popLast() {
      guard name.hasSuffix(".html") else { continue }
      for link in try links(of: name) where seen.insert(link.file).inserted {
        waiting.append(link.file)
      }
    }
    return try files().filter { !seen.contains($0) }
  }
}
