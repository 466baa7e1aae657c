package import Model
internal import Storage

/// A deed of a kept bundle, with where it is and who signed it.
package struct SignedDeed {
  package let deed: Deed
  package let rank: Rank
  /// The user who signed; nil for the root.
  package let signer: LastingName?
  package let role: SignerRole

  /// The user who acts: the signer, or the user for whom a keeper vouches.
  package var actor: LastingName? { deed.vouchedFor ?? signer }
}

/// Reads deeds from the kept bundles; the bundles used last stay decoded.
final class BundleShelf {
  private static let capacity = 4
  /// The most bytes of content in more than one bundle; decoded they need several times as many.
  private static let mostBytes = 4 << 20

  private let tables: SharedTables
  private let network: LastingName
  private var decoded: [(id: Int64, facts: StoredBundleFacts, bundle: Bundle, size: Int)] = []

  init(_ tables: SharedTables, of network: LastingName) {
    (self.tables, self.network) = (tables, network)
  }

  func bundle(_ id: Int64) throws -> (facts: StoredBundleFacts, bundle: Bundle) {
    if let index = decoded.firstIndex(where: { $0.id == id }) {
      let entry = decoded.remove(at: index)
      decoded.append(entry)
      return (entry.facts, entry.bundle)
    }
    // The room is needed before the next bundle is decoded.
    while decoded.count >= BundleShelf.capacity
      || decoded.reduce(0, { $0 + $1.size }) > BundleShelf.mostBytes
    { decoded.removeFirst() }
    guard let stored = try tables.bundle(id),
      let content = try? BundleFile.content(compressed: stored.content),
      let bundle = try? Bundle(stored: content, id: stored.facts.hash, of: network)
    else { throw StorageError.file(.damaged) }
    decoded.append((id, stored.facts, bundle, content.count))
    return (stored.facts, bundle)
  }

  func forget(_ id: Int64) { decoded.removeAll { $0.id == id } }
}

extension Bundle {
  /// Nil for a line that is unfit or of a later version, or not there.
  func deed(at place: Int) -> Deed? {
    guard deedLines.indices.contains(place) else { return nil }
    let reading = DeedReading(line: deedLines[place], words: words(ofDeedAt: place))
    return if case .deed(let deed) = reading { deed } else { nil }
  }

  /// The things that the deeds change.
  var things: [Thing] {
    deedLines.enumerated().compactMap { place, line in
      deed(at: place).flatMap { Thing(of: $0, line: line, by: header.user) }
    }
  }
}

extension StoredDeed {
  init(_ deed: Deed, on thing: Thing, at place: Int, in bundle: StoredBundleFacts) {
    self.init()
    self.thing = thing.bytes
    rank = Rank(of: deed, at: place, in: bundle.hash).bytes
    (self.bundle, self.place) = (bundle.id, place)
  }
}

extension BundleLink {
  init(_ bundle: StoredBundleFacts) {
    self.init(
      hash: bundle.hash, stream: bundle.stream, number: bundle.number, previous: bundle.previous,
      key: bundle.signingKey, user: bundle.signer)
  }

  init(_ header: BundleHeader) {
    self.init(
      hash: header.id, stream: header.stream, number: header.number, previous: header.previous,
      key: header.key, user: header.user)
  }
}
