import Exchange
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

/// Tests lists of edges and of accounts.
@Suite struct EdgesTests {
  let net: ImportFixture

  init() throws { net = try ImportFixture() }

  @Test func `two names a line become users who follow`() throws {
    let report = try net.take(text: "# comment\n0 1\n1 2\n1 2\n2 2\nAnn-Lee 0\n")
    #expect(report[.follows].added == 3)
    #expect(report.placeholders == 4)
    #expect(report.skipped == [.duplicate: 1, .selfFollow: 1])
    #expect(
      try net.text(as: "edges") == "ann_lee\tn0\nn0\tn1\nn1\tn2\n")
    #expect(try net.faults() == [])
    #expect(try net.take(text: "0 1\n1 2\n").hasChanges == false)
  }

  @Test func `a graph in GEXF has the people and their follows`() throws {
    try net.take(text: "ann ben\n")
    let joined = "2027-01-15T08:00:00.000000Z"
    #expect(
      try net.text(as: "gexf") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gexf xmlns="http://gexf.net/1.3" version="1.3">
          <graph defaultedgetype="directed">
            <attributes class="node">
              <attribute id="name" title="name" type="string"/>
              <attribute id="posts" title="posts" type="long"/>
              <attribute id="followers" title="followers" type="long"/>
              <attribute id="following" title="following" type="long"/>
              <attribute id="likes" title="likes" type="long"/>
            </attributes>
            <attributes class="edge">
              <attribute id="since" title="since" type="string"/>
            </attributes>
            <nodes>
              <node id="ann" label="ann"><attvalues>\(counts(0, 1))</attvalues></node>
              <node id="ben" label="ben"><attvalues>\(counts(1, 0))</attvalues></node>
            </nodes>
            <edges>
              <edge source="ann" target="ben"><attvalues>\(value("since", joined))</attvalues></edge>
            </edges>
          </graph>
        </gexf>

        """)
  }

  private func counts(_ followers: Int, _ following: Int) -> String {
    value("name", "") + value("posts", "0") + value("followers", "\(followers)")
      + value("following", "\(following)") + value("likes", "0")
  }

  private func value(_ name: String, _ text: String) -> String {
    #"<attvalue for="\#(name)" value="\#(text)"/>"#
  }

  @Test func `a file that is no list of edges is refused, and an empty one is not`() throws {
    for text in ["1 2 x\n", "1 2 3 4\n", "{}\n"] {
      #expect(throws: ExchangeError.self) {
        try net.take(try net.folder.write(text, to: "weights"), from: "edges")
      }
    }
    for text in ["", " \n\n", "# comment\n"] {
      let report = try net.take(try net.folder.write(text, to: "empty"), from: "edges")
      #expect(report[.follows].read == 0)
    }
    let comments = String(repeating: "# comment\n", count: 200)
    let late = try net.take(try net.folder.write(comments + "1 2\n", to: "late"), from: "edges")
    #expect(late[.follows].added == 1)
  }

  @Test(arguments: [
    "id_1,id_2\n1,2\n3,4\n", "date,price\n2026-01-01,3.5\n", "item\tprice\nbread\t-3\n",
    "id_1\tid_2\n1\t2\n", "x y\n1 2\n",
  ])
  func `a table with an unknown header above numbers is edges only if the caller says so`(
    table: String
  ) throws {
    let path = try net.folder.write(table, to: "table")
    #expect(throws: ExchangeError.unknownFormat(path: path, fitting: [])) { try net.take(path) }
    let report = try net.take(path, from: "edges")
    #expect(report.skipped == [.comment: 1])
    #expect(report[.follows].added == table.split(separator: "\n").count - 1)
  }

  @Test(arguments: [
    "1 2\n", "1\t2\n", "ann\tben\n1\t2\ncarol\tdave\n", "ann ben\nben 4u\ncarol x\n",
  ])
  func `a list without a header is edges`(list: String) throws {
    let report = try net.take(text: list)
    #expect(report[.follows].added == list.split(separator: "\n").count)
  }

  @Test(arguments: [
    "a b {}\nb c {}\n", "a b {'weight': 3, 'kind': 'x y'}\nb c {}\n", "a\tb\t{}\nb\tc\t{'w': 1}\n",
    "a b 3.0\nb c 0.5\n", "a\tb\t1\nb\tc\t-2e-3\n", "Source;Target;Weight\na;b;0,5\nb;c;1\n",
  ])
  func `weights and attributes after two names are left out`(list: String) throws {
    #expect(try net.take(text: list).skipped == [:])
    #expect(try net.text(as: "edges") == "a\tb\nb\tc\n")
  }

  @Test(arguments: [
    "1,2,3\n4,5,6\n", "a;b;3\n", "a b 3 4\n", "a b x\n", "name,city\nanna,paris\n", "a;b\n",
    "a,b,{'w': 1}\nb,c,{}\n",
  ])
  func `other tables are no edges`(table: String) throws {
    let path = try net.folder.write(table, to: "table")
    #expect(throws: ExchangeError.unknownFormat(path: path, fitting: [])) { try net.take(path) }
  }

  @Test(arguments: ["a,b\nb,c\n", "a;b\nb;c\n", "a,b,{'w': 1}\nb,c,{}\n"])
  func `two names with commas are edges if the caller says so`(list: String) throws {
    try net.take(try net.folder.write(list, to: "list"), from: "edges")
    #expect(try net.text(as: "edges") == "a\tb\nb\tc\n")
  }

  @Test func `names that a handle can't keep become users of their own`() throws {
    let long = String(repeating: "a", count: 40)
    let list = "Мария Ольга\nМария Павел\nzoë zoé\n\(long)1 \(long)2\n"
    let report = try net.take(text: list)
    #expect(report[.follows].added == 4 && report.placeholders == 7)
    #expect(report.skipped == [:])
    #expect(try net.take(text: list).hasChanges == false)
  }

  @Test func `a quoted name with a separator is refused`() throws {
    let path = try net.folder.write("source,target\n\"Doe, John\",bob\n\"a\",\"b\"\n", to: "q")
    let report = try net.take(path, ImportFixture.options { $0.keepsGoing = true })
    #expect(report.refused == [.badRecord: 1])
    #expect(try net.text(as: "edges") == "a\tb\n")
  }

  @Test func `a follow of the future begins now`() throws {
    try net.take(text: "follower,followee,created_at\na,b,2100-01-01T00:00:00Z\n")
    #expect(try net.followTimes() == [ImportFixture.now.microseconds])
  }

  @Test func `undirected edges lead both ways`() throws {
    let report = try net.take(text: "0 1\n", ImportFixture.options { $0.isUndirected = true })
    #expect(report[.follows].added == 2)
  }

  @Test func `an undirected edge that is skipped is counted once`() throws {
    let options = ImportFixture.options { $0.isUndirected = true }
    let report = try net.take(text: "0 1\n1 1\n0 1\n1 0\n", options)
    #expect(report[.follows].read == 2)
    #expect(report.skipped == [.selfFollow: 1, .duplicate: 2])
  }

  @Test func `a table with a header may have times and further columns`() throws {
    try net.take(
      text: "weight,follower,followee,created_at\r\n1,\"a\",b,2020-01-02T03:04:05.678901Z\r\n")
    #expect(try net.followTimes() == [1_577_934_245_678_901])
  }

  @Test func `a mark after a comma does not hide the comma`() throws {
    try net.take(text: "source,target\na,\u{301}b\n\"c\",\u{301}b\n")
    let names = try net.users().map(\.handle.text)
    #expect(names.count == 3 && names[0] == "a" && names[1].hasPrefix("b_") && names[2] == "c")
  }

  @Test func `accounts are followed, and a taken handle gets the domain`() throws {
    let alice = try net.add("alice")
    try net.add("bob")
    let options = ImportFixture.options { $0.viewer = alice }
    let list = "Account address,Show boosts\n@bob@M.social,true\ncarol@x.org,true\n"
    let report = try net.take(text: list, options)
    #expect(report[.follows].added == 2)
    #expect(report.changed == [.renamed: 1])
    #expect(try net.text(as: "edges") == "alice\tbob.m.social\nalice\tcarol\n")
    #expect(
      try net.text(as: "accounts", ExportScope(user: alice.id))
        == "Account address,Show boosts,Notify on new posts,Languages\nbob@m.social,true,false,\n"
        + "carol@x.org,true,false,\n")
    #expect(try net.take(text: list, options).hasChanges == false)
  }

  @Test func `a number gets an n in a graph, and is a handle elsewhere`() throws {
    let alice = try net.add("alice")
    try net.take(text: "107@x.org\n", ImportFixture.options { $0.viewer = alice })
    try net.take(text: "107 alice\n")
    #expect(try net.text(as: "edges") == "alice\t107\nn107\talice\n")
  }

  @Test func `an empty list of Mastodon is a list of accounts`() throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options { $0.viewer = alice }
    let report = try net.take(text: "Account address\n", options)
    #expect(report.inputs.map(\.format) == ["accounts"])
    #expect(report[.follows].read == 0)
  }

  @Test func `a comment and a sentence in a list are no accounts`() throws {
    let alice = try net.add("alice")
    let options = ImportFixture.options {
      $0.viewer = alice
      $0.keepsGoing = true
    }
    let list = try net.folder.write("bob@x.org\nhello world\n# comment\n@\n@carol\n", to: "list")
    let report = try net.take(list, options, from: "accounts")
    #expect(report.skipped == [.comment: 1])
    #expect(report.refused == [.badRecord: 2])
    #expect(try net.text(as: "edges") == "alice\tbob\nalice\tcarol\n")
  }

  @Test func `a list without an owner needs an importing user`() throws {
    #expect(throws: ExchangeError.noOwner) { try net.take(text: "carol@x.org\n") }
  }
}
