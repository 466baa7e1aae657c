internal import Crypto
package import Model

/// The form of picture files: pieces of the original, each sealed with the key of the network.
package enum PictureFile {
  /// The most bytes of an original.
  package static let largest = 64 << 20
  fileprivate static let pieceSize = 1 << 20
  fileprivate static let tagSize = 16
  fileprivate static let mark = Array("PCP1".utf8)

  /// The name of the file of an original with this SHA-256.
  package static func name(of hash: FixedBytes<32>, _ keys: NetworkKeys) -> FixedBytes<32> {
    HMAC.sha256(hash.array, key: keys.nameKey)
  }

  /// The file size for an original of this many bytes; each number of bytes has its own.
  static func size(of bytes: Int) -> Int {
    mark.count + bytes + tagSize * ((bytes + pieceSize - 1) / pieceSize)
  }

  fileprivate static func associated(
    _ keys: NetworkKeys, _ hash: FixedBytes<32>, piece: Int, isLast: Bool
  ) -> [UInt8] {
    let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: piece >> $0) }
    return Array("profilectl picture 1".utf8) + keys.network.array + hash.array + number
      + [isLast ? 1 : 0]
  }
}

/// Makes the file of a picture, piece by piece.
package struct PictureSealer {
  private let hash: FixedBytes<32>
  private let keys: NetworkKeys
  private var pending: [UInt8] = []
  private var pieces = 0

  /// `hash` is the SHA-256 of the original.
  package init(hash: FixedBytes<32>, keys: NetworkKeys) {
    (self.hash, self.keys) = (hash, keys)
  }

  /// Takes the next bytes of the original; returns the next bytes of the file.
  package mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    pending += bytes
    var file: [UInt8] = []
    var start = 0
    // The last piece waits for `finish`.
    while pending.count - start > PictureFile.pieceSize {
      let piece = Array(pending[start..<start + PictureFile.pieceSize])
      file += sealed(piece, isLast: false)
      start += PictureFile.pieceSize
    }
    pending.removeFirst(start)
    return file
  }

  /// The last bytes of the file; the original must not be empty.
  package mutating func finish() -> [UInt8] {
    sealed(pending, isLast: true)
  }

  private mutating func sealed(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    defer { pieces += 1 }
    let associated = PictureFile.associated(keys, hash, piece: pieces, isLast: isLast)
    return (pieces == 0 ? PictureFile.mark : [])
      + keys.pictureKey.seal(piece, associated: associated)
  }
}

/// Reads the file of a picture, piece by piece.
///
/// After an error, what was returned before is worthless.
package struct PictureOpener {
  /// The file is damaged, of another network, or of another picture.
  package struct Unreadable: Error {}

  private let hash: FixedBytes<32>
  private let keys: NetworkKeys
  /// The bytes of the original that are still to come.
  private var left: Int
  private var pending: [UInt8] = []
  private var pieces = 0
  private var hasMark = false
  private let computed = IncrementalSHA256()

  /// The signed SHA-256 and the signed number of bytes of the original.
  package init(hash: FixedBytes<32>, bytes: Int, keys: NetworkKeys) {
    (self.hash, self.keys, left) = (hash, keys, bytes)
  }

  /// Takes the next bytes of the file; returns the next bytes of the original.
  package mutating func add(_ bytes: [UInt8]) throws(Unreadable) -> [UInt8] {
    pending += bytes
    var start = 0
    if !hasMark {
      guard pending.count >= PictureFile.mark.count else { return [] }
      guard pending.starts(with: PictureFile.mark) else { throw Unreadable() }
      start = PictureFile.mark.count
      hasMark = true
    }
    let size = PictureFile.pieceSize + PictureFile.tagSize
    var original: [UInt8] = []
    // The last piece waits for `finish`.
    while pending.count - start > size {
      original += try opened(Array(pending[start..<start + size]), isLast: false)
      start += size
    }
    pending.removeFirst(start)
    return original
  }

  /// The last bytes of the original, which is now known to be as signed.
  package mutating func finish() throws(Unreadable) -> [UInt8] {
    guard hasMark else { throw Unreadable() }
    let last = try opened(pending, isLast: true)
    guard left == 0, computed.hash() == hash else { throw Unreadable() }
    return last
  }

  private mutating func opened(_ sealed: [UInt8], isLast: Bool) throws(Unreadable) -> [UInt8] {
    let associated = PictureFile.associated(keys, hash, piece: pieces, isLast: isLast)
    guard let piece = keys.pictureKey.open(sealed, associated: associated), piece.count <= left
    else { throw Unreadable() }
    pieces += 1
    left -= piece.count
    computed.add(piece)
    return piece
  }
}
