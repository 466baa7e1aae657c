import Crypto
import Foundation
import Model
import Sharing

/// Writes files into the folder of a network, by any key, as a program that breaks the rules can.
struct BundleForge {
  /// A key, and the user for whom it signs; nil for the root.
  struct Signer {
    let key: SigningKey
    let user: LastingName?

    init(of user: LastingName?, seed: FixedBytes<32> = .random()) {
      (key, self.user) = (SigningKey(seed: seed), user)
    }
  }

  let keys: NetworkKeys
  /// The folder that the members exchange with.
  let folder: String

  private var files: ExchangeFolder { ExchangeFolder(in: folder, of: keys.network) }

  /// A bundle that begins a stream, or the one after `previous`.
  func bundle(
    _ deeds: [Deed], by signer: Signer, after previous: Bundle? = nil
  ) -> Bundle {
    bundle(
      lines: deeds.map(\.line), words: deeds.compactMap(\.wordsLine), by: signer, after: previous)
  }

  func bundle(
    lines: [[UInt8]], words: [[UInt8]] = [], by signer: Signer, after previous: Bundle? = nil
  ) -> Bundle {
    Bundle(
      of: keys.network, stream: previous?.header.stream ?? .random(),
      number: (previous?.header.number ?? 0) + 1, previous: previous?.id, user: signer.user,
      deedLines: lines, words: words, signedBy: signer.key)
  }

  func put(_ bundle: Bundle) throws { try put(content: bundle.content(), named: bundle.id) }

  func put(content: [UInt8], named id: FixedBytes<32>) throws {
    try put(file: BundleFile.sealed(BundleFile.compressed(content), keys), named: id)
  }

  func put(file: [UInt8], named id: FixedBytes<32>) throws {
    let path = path(of: id)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(file).write(to: URL(fileURLWithPath: path))
  }

  func path(of id: FixedBytes<32>) -> String { files.path(of: ExchangeFolder.File(.bundle, id)) }

  func bytes(of id: FixedBytes<32>) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(of: id))))
  }

  private func listed() throws -> [ExchangeFolder.File] {
    try FolderListing(of: files, at: Moment(microseconds: 0)).entries.map(\.file)
  }

  /// The paths of all files of the network.
  func paths() throws -> [String] {
    try listed().map { files.path(of: $0) }.sorted()
  }

  /// The bundles that are whole.
  func bundles() throws -> [Bundle] {
    var cache = PublicKeyCache()
    return try listed().filter { $0.kind == .bundle }.compactMap { file in
      guard let bytes = try? bytes(of: file.name),
        let compressed = try? BundleFile.opened(bytes, keys),
        let content = try? BundleFile.content(compressed: compressed)
      else { return nil }
      return try? Bundle(received: content, id: file.name, of: keys.network, keys: &cache)
    }
  }
}
