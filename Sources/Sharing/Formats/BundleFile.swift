internal import Crypto
internal import Model

/// The bytes of a bundle file: compressed content, which is sealed with the key of the network.
package enum BundleFile {
  private static let mark = Array("PCB1".utf8)

  /// Compresses the content of a bundle.
  package static func compressed(_ content: [UInt8]) -> [UInt8] {
    Deflate.compressed(content)
  }

  /// The content of a bundle; throws `unreadable` if it is damaged or too long.
  package static func content(compressed: [UInt8]) throws(BundleError) -> [UInt8] {
    guard let content = Deflate.uncompressed(compressed, limit: BundleLimits.content) else {
      throw .unreadable
    }
    return content
  }

  /// The compressed content; nil if a file can't have so much.
  static func fittingStream(of content: [UInt8]) -> [UInt8]? {
    if content.count > BundleLimits.content { return nil }
    let stream = compressed(content)
    return mark.count + SealingKey.tagSize + stream.count <= BundleLimits.file ? stream : nil
  }

  /// Makes the file of compressed content.
  package static func sealed(_ compressed: [UInt8], _ keys: NetworkKeys) -> [UInt8] {
    mark + keys.bundleKey.seal(compressed, associated: associated(keys))
  }

  /// The compressed content of a file; throws `unreadable` if it is not of this network.
  package static func opened(
    _ file: [UInt8], _ keys: NetworkKeys
  ) throws(BundleError) -> [UInt8] {
    guard file.count <= BundleLimits.file, file.starts(with: mark),
      let compressed = keys.bundleKey.open(
        Array(file.dropFirst(mark.count)), associated: associated(keys))
    else { throw .unreadable }
    return compressed
  }

  private static func associated(_ keys: NetworkKeys) -> [UInt8] {
    Array("profilectl bundle 1".utf8) + keys.network.array
  }
}
