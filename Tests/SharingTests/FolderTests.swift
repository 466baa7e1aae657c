import CZlib
import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Tests what an exchange does with the files of a folder, and what it remembers of them.
@Suite struct FolderTests {
  private let network: SharedPair
  private let forge: BundleForge

  init() throws {
    network = try SharedPair()
    forge = network.forge
  }

  private var files: FileManager { .default }

  private func path(_ id: FixedBytes<32>) -> String { forge.path(of: id) }

  /// The folder of a file.
  private func place(_ path: String) -> String { (path as NSString).deletingLastPathComponent }

  private func known(by copy: SharedCopy) throws -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    try copy.store.snapshot { reading in
      try SharedTables(reading.rows).eachFolderFile { names.insert($0.name) }
    }
    return names
  }

  // MARK: Files that are gone or unfinished

  @Test func `a file that is gone is forgotten`() throws {
    let stranger = BundleForge.Signer(of: .random())
    let bundle = forge.bundle([Samples.post("hello")], by: stranger)
    try network.alice.sync(forge.folder)
    let before = try known(by: network.alice)
    try forge.put(bundle)
    try network.alice.sync(forge.folder)
    #expect(try known(by: network.alice).count == before.count + 1)
    try files.removeItem(atPath: path(bundle.id))
    try network.alice.sync(forge.folder)
    #expect(try known(by: network.alice) == before)
  }

  @Test func `what an exchange did not finish is removed after a day`() throws {
    let root = place(place(place(try #require(try forge.paths().first))))
    let part = place(try #require(try forge.paths().first)) + "/.0123456789abcdef.part"
    let folder = root + "/bundles/.0123456789abcdef.part"
    let others = place(part) + "/.notes.part"
    for path in [part, others] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
    func isThere(after seconds: TimeInterval) throws -> [Bool] {
      let now = Int64(Date(timeIntervalSinceNow: seconds).timeIntervalSince1970)
      _ = try SharingService(
        network.alice.store, keys: network.alice.keyFolder, clock: { Moment(seconds: now) }
      ).sync(with: forge.folder)
      return [part, folder, others].map(files.fileExists)
    }
    #expect(try isThere(after: 86_000) == [true, true, true])
    #expect(try isThere(after: 86_500) == [false, false, true])
  }

  // MARK: Bundles as they were received

  /// The content as a zlib stream of stored blocks, which is longer than any that we make.
  private func stored(_ content: [UInt8]) throws -> [UInt8] {
    var size = compressBound(UInt(content.count))
    var stream = [UInt8](repeating: 0, count: Int(size))
    #expect(compress2(&stream, &size, content, UInt(content.count), 0) == Z_OK)
    return Array(stream.prefix(Int(size)))
  }

  @Test func `a received bundle is passed on with the bytes that came`() throws {
    let bundle = forge.bundle([Samples.post("hello")], by: try network.bob.signer())
    let file = BundleFile.sealed(try stored(bundle.content()), forge.keys)
    try forge.put(file: file, named: bundle.id)
    try network.alice.sync(forge.folder)
    try files.removeItem(atPath: path(bundle.id))
    try network.alice.sync(forge.folder)
    #expect(try forge.bytes(of: bundle.id) == file)
  }

  @Test func `words that no file can have together are not joined`() throws {
    let text = String(repeating: "x", count: 60_000)
    let deeds = (1...150).map { Samples.post("\($0)\(text)", at: $0) }
    let bundle = forge.bundle(deeds, by: try network.bob.signer())
    let halves = [deeds[..<75], deeds[75...]].map { half in
      Set(half.compactMap(\.wordsLine).map { Hash.sha256($0) })
    }
    for half in halves {
      try forge.put(content: bundle.content(without: half), named: bundle.id)
      #expect(try network.alice.sync(forge.folder).refused[.unreadable] == nil)
    }
    // The copy can still read what it keeps.
    #expect(try network.alice.service.facts(for: nil).missingBundles == 0)
  }

  // MARK: Pictures

  @Test func `a picture that many deeds describe is read once`() throws {
    let original = "a loaf".bytes
    let hash = Hash.sha256(original)
    let deeds = (1...50).map { number in
      // Half of them have another number of bytes.
      let picture = SignedPicture(
        hash: hash, bytes: 6 + number % 2, width: number, height: 1)
      let words = Words(salt: Samples.name(UInt8(number)), text: "bread", picture: picture)
      let post = PublishedPost(words: SignedWords(words), at: Moment(microseconds: 1))
      return Deed(.post(post), clock: Int64(number))
    }
    try forge.put(forge.bundle(deeds, by: try network.bob.signer()))
    var sealer = PictureSealer(hash: hash, keys: forge.keys)
    let sealed = sealer.add(original) + sealer.finish()
    let file = ExchangeFolder(in: forge.folder, of: forge.keys.network).path(
      of: ExchangeFolder.File(.picture, PictureFile.name(of: hash, forge.keys)))
    try files.createDirectory(atPath: place(file), withIntermediateDirectories: true)
    try Data(sealed).write(to: URL(fileURLWithPath: file))
    var readings = 0
    let (store, keys) = (try network.alice.store, network.alice.keyFolder)
    let service = SharingService(
      store, keys: keys,
      pictureSize: { _, _ in
        readings += 1
        return (width: 20, height: 1)
      }, clock: network.alice.clock)
    #expect(try service.sync(with: forge.folder).refused == [:])
    #expect(readings == 1)
    #expect(try service.facts(for: nil).missingPictures == 0)
    let shown = try store.snapshot { try $0.rows.rows(StoredPost.self, where: "picture > 0") }
    #expect(shown.count == 1)
  }

  // MARK: Revocations

  /// Whether a bundle is among the first half in the order of the hashes.
  private func isLow(_ bundle: Bundle) -> Bool { bundle.id.array[0] < 0x80 }

  @Test func `a thief's branches don't push out the branch of the owner`() throws {
    let bob = try network.bob.signer()
    let key = bob.key.publicKey.bytes
    try network.bob.post("first")
    try network.exchange()
    let known = Set(try forge.paths())
    // The owner's branch ends with a hash in the second half, and all of the thief's in the first.
    var posted = LastingName.zero
    var last: Bundle?
    repeat {
      posted = try network.bob.post("home at last")
      try network.bob.sync(forge.folder)
      last = try forge.bundles().filter { $0.header.key == key }
        .max { $0.header.number < $1.header.number }
    } while last.map(isLow) != false
    let late = try forge.paths().filter { !known.contains($0) }
    for path in late { try files.moveItem(atPath: path, toPath: path + ".hidden") }
    var count = 0
    while count < 901 {
      let bundle = forge.bundle([Samples.post("\(count)", at: 9)], by: bob)
      guard isLow(bundle) else { continue }
      try forge.put(bundle)
      count += 1
    }
    try network.alice.sync(forge.folder)
    for path in late { try files.moveItem(atPath: path + ".hidden", toPath: path) }
    try network.alice.sync(forge.folder)
    _ = try network.alice.service.revoke(
      [key.hexadecimal], after: nil, lifting: false, code: nil)
    #expect(try network.alice.lines().contains { $0.contains(posted.hexadecimal) })
  }
}
