/// A text in UTF-8, or in UTF-16 after its byte-order mark, as bytes of UTF-8.
package final class TextSource: ByteSource {
  private enum Encoding {
    case utf8
    case utf16(isBigEndian: Bool)
  }

  private let source: any ByteSource
  /// Nil before the first bytes.
  private var encoding: Encoding?
  /// Bytes that were read and not returned yet.
  private var rest: [UInt8] = []

  package init(_ source: any ByteSource) { self.source = source }

  package func next() throws(ExchangeError) -> [UInt8] {
    if encoding == nil { encoding = try begin() }
    guard case .utf16(let isBigEndian) = encoding else {
      if rest.isEmpty { return try source.next() }
      defer { rest = [] }
      return rest
    }
    var text: [UInt8] = []
    while text.isEmpty {
      let more = try source.next()
      let bytes = rest + more
      if bytes.isEmpty { return [] }
      var end = bytes.count
      if !more.isEmpty {
        end -= end % 2
        // The first half of a pair stays.
        let high = end - (isBigEndian ? 2 : 1)
        if end >= 2, bytes[high] & 0xFC == 0xD8 { end -= 2 }
      }
      rest = Array(bytes[end...])
      let units = stride(from: 0, to: end, by: 2).map { place in
        let pair = bytes[place..<min(place + 2, end)].map(UInt16.init)
        // A single last byte is no character.
        guard pair.count == 2 else { return UInt16(0xFFFD) }
        return isBigEndian ? pair[0] << 8 | pair[1] : pair[1] << 8 | pair[0]
      }
      text = Array(String(decoding: units, as: UTF16.self).utf8)
    }
    return text
  }

  /// Reads the byte-order mark of UTF-16, and keeps other bytes.
  private func begin() throws(ExchangeError) -> Encoding {
    while rest.count < 2 {
      let more = try source.next()
      if more.isEmpty { break }
      rest += more
    }
    let isBigEndian = rest.starts(with: [0xFE, 0xFF])
    guard isBigEndian || rest.starts(with: [0xFF, 0xFE]) else { return .utf8 }
    rest.removeFirst(2)
    return .utf16(isBigEndian: isBigEndian)
  }
}
