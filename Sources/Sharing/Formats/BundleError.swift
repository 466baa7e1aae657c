/// The reason why a bundle file is refused.
package enum BundleError: Error, Equatable, Sendable {
  /// The bytes are no bundle, such as those of a file that is half copied.
  case unreadable
  /// The network, id, signature, root or words are wrong.
  case forged
  /// A later version of the format; the file is neither read nor counted.
  case newer
}

/// The limits of a bundle, in bytes but for `deeds`.
package enum BundleLimits {
  package static let file = 2 << 20
  package static let content = 8 << 20
  /// The most content of a bundle that this program makes.
  package static let madeContent = 1 << 20
  package static let deeds = 20_000
  /// Without its line feed.
  package static let line = 65_536
}
