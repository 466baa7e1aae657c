import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Exchanges with folders that contain files of programs that break the rules.
///
/// No such file ends an exchange, and none changes what a copy shows.
@Suite struct HostileBundleTests {
  private let network: SharedPair
  private let forge: BundleForge
  private let bob: BundleForge.Signer
  private let name: String
  private let post: LastingName

  init() throws {
    network = try SharedPair()
    forge = network.forge
    bob = try network.bob.signer()
    name = try #require(bob.user).hexadecimal
    post = network.post
  }

  /// Exchanges with what `put` puts into the folder, and compares why things were refused.
  private func expect(
    _ reasons: [ExchangeRefusal: Int], _ what: String, _ put: () throws -> Void
  ) throws {
    let before = try network.alice.lines()
    try put()
    let report = try network.alice.sync(forge.folder)
    #expect(report.refused == reasons, "\(what)")
    #expect(try network.alice.lines() == before, "\(what)")
    #expect(try network.alice.sync(forge.folder).receivedBundles == 0, "\(what)")
  }

  private func expect(
    _ reason: ExchangeRefusal, _ what: String, _ content: [UInt8], named id: FixedBytes<32>
  ) throws {
    try expect([reason: 1], what) { try forge.put(content: content, named: id) }
    try FileManager.default.removeItem(atPath: forge.path(of: id))
  }

  // MARK: Headers and lines

  /// The content of a bundle with another header, which bob signs.
  private func content(
    _ old: String, _ new: String
  ) -> (content: [UInt8], id: FixedBytes<32>) {
    var lines = lines(forge.bundle([Samples.post("hello")], by: bob).content())
    let header = String(decoding: lines[0], as: UTF8.self)
    precondition(header.contains(old), "The header has no \(old).")
    lines[0] = Array(header.replacing(old, with: new, maxReplacements: 1).utf8)
    lines[1] = Array(bob.key.sign("profilectl bundle 1\n".bytes + lines[0]).hexadecimal.utf8)
    return (joined(lines), Hash.sha256(lines[0]))
  }

  private func lines(_ content: [UInt8]) -> [[UInt8]] {
    content.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  }

  private func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

  @Test func `bent headers are unreadable or forged`() throws {
    let deep = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
    let bent: [(String, String, ExchangeRefusal)] = [
      (#""count":1"#, #""count":2"#, .forged), (#""count":1"#, #""count":3"#, .unreadable),
      (#""count":1"#, #""count":0"#, .forged), (#""count":1"#, #""count":20001"#, .unreadable),
      (#""count":1"#, #""count":9007199254740991"#, .unreadable),
      (#""count":1"#, #""count":9007199254740992"#, .unreadable),
      (#""count":1"#, #""count":-1"#, .unreadable),
      (#""root":""#, #""root":"\#(Samples.hash(1).hexadecimal)","old":""#, .forged),
      (forge.keys.network.hexadecimal, Samples.name(1).hexadecimal, .forged),
      (#""number":1"#, #""number":0"#, .unreadable), (#""number":1"#, #""number":2"#, .unreadable),
      ("{", #"{"deep":\#(deep),"#, .unreadable), ("{", #"{"count":1,"#, .unreadable),
      (#""stream""#, #""\u0073tream""#, .unreadable), ("}", "}}", .unreadable),
      (#""user":"\#(name)""#, #""user":5"#, .unreadable), ("{", "", .unreadable),
    ]
    for (old, new, reason) in bent {
      let (content, id) = content(old, new)
      try expect(reason, "\(old): \(new)", content, named: id)
    }
    let (content, id) = content(#""bundle":1"#, #""bundle":2"#)
    try expect([:], "a later version") { try forge.put(content: content, named: id) }
  }

  @Test func `bent lines, words and signatures are unreadable or forged`() throws {
    let bundle = forge.bundle([Samples.post("one"), Samples.post("two", at: 2)], by: bob)
    let lines = lines(bundle.content())
    let long = [UInt8](repeating: 0x20, count: 65_537)
    let bent: [(String, [[UInt8]], ExchangeRefusal)] = [
      ("a dropped deed", Array(lines[..<2] + lines[3...]), .forged),
      ("exchanged deeds", [lines[0], lines[1], lines[3], lines[2], lines[4], lines[5]], .forged),
      ("doubled words", lines + [lines[5]], .forged),
      ("other words", lines + ["{}".bytes], .forged),
      ("words out of order", Array(lines[..<4]) + [lines[5], lines[4]], .forged),
      ("a signature of others", [lines[0], "00".repeated(64).bytes] + lines[2...], .forged),
      ("no signature", [lines[0]] + lines[2...], .unreadable),
      ("a long line", lines + [long], .unreadable),
      ("no UTF-8", lines + [[0xFF]], .unreadable), ("one line", [lines[0]], .unreadable),
    ]
    for (what, lines, reason) in bent {
      try expect(reason, what, joined(lines), named: bundle.id)
    }
    try expect(.forged, "the name of another", bundle.content(), named: Samples.hash(1))
  }

  // MARK: Files

  @Test func `files that are no bundles are unreadable`() throws {
    let bundle = forge.bundle([Samples.post("hello")], by: bob)
    let whole = BundleFile.sealed(BundleFile.compressed(bundle.content()), forge.keys)
    let other = NetworkKeys(network: forge.keys.network, networkKey: .random())
    let bomb = BundleFile.compressed([UInt8](repeating: 0x0A, count: 64 << 20))
    let files: [(String, [UInt8])] = [
      ("nothing", []), ("a mark", "PCB1".bytes), ("text", "no bundle".bytes),
      ("half a copy", Array(whole[..<(whole.count / 2)])), ("one byte less", whole.dropLast()),
      ("one byte more", whole + [0]), ("a bomb", BundleFile.sealed(bomb, forge.keys)),
      ("not sealed", "PCB1".bytes + BundleFile.compressed(bundle.content())),
      ("another network", BundleFile.sealed(BundleFile.compressed(bundle.content()), other)),
      ("zeros", [UInt8](repeating: 0, count: 3 << 20)),
    ]
    for (what, file) in files {
      try expect([.unreadable: 1], what) { try forge.put(file: file, named: bundle.id) }
      try FileManager.default.removeItem(atPath: forge.path(of: bundle.id))
    }
  }

  @Test func `links, folders and pipes in the place of bundles are unreadable, and stay`() throws {
    let bundle = forge.bundle([Samples.post("hello")], by: bob)
    try forge.put(bundle)
    let path = forge.path(of: bundle.id)
    let away = forge.folder + "/elsewhere"
    try FileManager.default.moveItem(atPath: path, toPath: away)
    let makers: [(String, () throws -> Void)] = [
      (
        "a link",
        { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: away) }
      ),
      (
        "a folder",
        { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
      ),
      ("a pipe", { #expect(mkfifo(path, 0o600) == 0) }),
    ]
    for (what, make) in makers {
      try expect([.unreadable: 1], what, make)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `other names are ignored, and valid bundles are found beside them`() throws {
    let bundle = forge.bundle([Samples.post("hello")], by: bob)
    try forge.put(bundle)
    let path = forge.path(of: bundle.id)
    let hex = bundle.id.hexadecimal
    for name in [
      hex.uppercased() + ".bundle", "\(hex).sync-conflict-20260102-101010-ABCDEFG.bundle",
      ".\(hex).bundle.part", hex + ".BUNDLE", "\(hex.dropLast()).bundle", "\(hex) (1).bundle",
    ] {
      let other = (path as NSString).deletingLastPathComponent + "/" + name
      try FileManager.default.copyItem(atPath: path, toPath: other)
    }
    let report = try network.alice.sync(forge.folder)
    #expect(report.refused.isEmpty && report.receivedBundles == 1)
  }

  // MARK: Deeds

  @Test func `deeds of a member against the rules are unfit`() throws {
    let key = Samples.machine.publicKey.bytes
    let user = try #require(try network.alice.signer().user)
    let acts: [Deed.Act] = [
      .network(name: "Mine"), .key(user: user, key: key, role: .keeper, machine: "mine"),
      .revoke(key: try network.alice.signer().key.publicKey.bytes, user: user, last: []),
      .user(
        NewUser(user: .random(), handle: Handle(stored: "eve"), createdAt: at, name: "", bio: "")),
      .settle(post: post), .claim(key: key, machine: "mine"),
    ]
    let deeds =
      acts.map { Deed($0, clock: 1) }
      + [Deed(.profile(ProfileChange(name: "Mine")), clock: 1, vouchedFor: user)]
    try expect([.unfit: deeds.count], "kinds") { try forge.put(forge.bundle(deeds, by: bob)) }
  }

  @Test func `lines against the rules are unfit`() throws {
    let profile = #"{"deed":"profile","clock":1,"name":"Mine""#
    let deep = String(repeating: "[", count: 8) + String(repeating: "]", count: 8)
    let lines = [
      profile, profile + "}}", profile + #","clock":2}"#, profile + #","deep":\#(deep)}"#,
      profile + #","bio":"\u0061"}"#, profile + #","handle":"Bob"}"#, profile + #","handle":".."}"#,
      profile + #","handle":"../../x"}"#, profile + #","handle":""}"#,
      profile + #","handle":"b\u00F6b"}"#, profile + #","handle":"bob "}"#,
      profile + ",\"bio\":\"\u{1B}[2J\"}", profile + ",\"bio\":\"\u{9B}2J\"}",
      profile + #","avatar":{"hash":"00","bytes":1,"width":1,"height":1}}"#,
      profile.replacing(":1", with: ":4503599627370497") + "}",
      profile.replacing(":1", with: ":-1") + "}", profile.replacing(":1", with: ":1e3") + "}",
      profile.replacing("Mine", with: "x".repeated(401)) + "}", "", "null", "[]", "\u{FEFF}{}",
    ]
    try expect([.unfit: lines.count], "lines") {
      try forge.put(forge.bundle(lines: lines.map(\.bytes), by: bob))
    }
  }

  @Test func `deeds on what is of others have no effect, whatever their clock`() throws {
    let user = try #require(try network.alice.signer().user)
    let words = SignedWords(Samples.words("mine"))
    let acts: [Deed.Act] = [
      .delete(post: post), .edit(PostEdit(post: post, words: words, editedAt: at)),
      .removeUser(user),
      .edge(EdgeChange(kind: .follow, to: try #require(bob.user), isOn: true, at: at)),
      .edge(EdgeChange(kind: .like, to: .random(), isOn: true, at: at)), .delete(post: .random()),
      .invitation(
        user: try #require(bob.user), key: Samples.machine.publicKey.bytes, role: .member),
      .invitation(user: user, key: SigningKey(seed: .random()).publicKey.bytes, role: .keeper),
    ]
    try expect([:], "acts") {
      try forge.put(forge.bundle(acts.map { Deed($0, clock: Deed.latestClock) }, by: bob))
    }
  }

  // MARK: Keys

  @Test func `keys that nobody named for the user are strangers`() throws {
    let alice = try #require(try network.alice.signer().user)
    let signers = [
      BundleForge.Signer(of: alice), BundleForge.Signer(of: nil), BundleForge.Signer(of: .random()),
    ]
    for signer in signers {
      try expect([.stranger: 1], "\(signer)") {
        try forge.put(forge.bundle([Samples.post("hello")], by: signer))
      }
      for path in try forge.paths() where try !isKept(path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    // The key of bob signs only for bob.
    let seed = try network.bob.seed()
    for user in [alice, nil] {
      let bundle = forge.bundle(
        [Samples.post("hello")], by: BundleForge.Signer(of: user, seed: seed))
      try expect([.stranger: 1], "bob's key") { try forge.put(bundle) }
      try FileManager.default.removeItem(atPath: forge.path(of: bundle.id))
    }
  }

  private func isKept(_ path: String) throws -> Bool {
    let name = (path as NSString).lastPathComponent.replacing(".bundle", with: "")
    guard let id = FixedBytes<32>(hexadecimal: name) else { return true }
    return try network.alice.store.snapshot { try SharedTables($0.rows).bundle(named: id) } != nil
  }

  @Test func `both branches of a stream count, and words that were taken away come back`() throws {
    let first = forge.bundle([Samples.post("one")], by: bob)
    let branches = [Samples.post("two", at: 2), Samples.post("three", at: 3)].map {
      forge.bundle([$0], by: bob, after: first)
    }
    for bundle in [first] + branches { try forge.put(bundle) }
    let before = try network.alice.lines()
    #expect(try network.alice.sync(forge.folder).receivedBundles == 3)
    #expect(try network.alice.lines().subtracting(before).count == 3)
    let words = Set(first.words.keys)
    try expect([:], "words taken away") {
      try forge.put(content: first.content(without: words), named: first.id)
    }
    #expect(try forge.bundles().contains(first))
  }

  private let at = Moment(microseconds: 1)
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
