internal import Crypto
package import Model

/// The first line of a bundle: who signs it, and where it stands in its stream.
///
/// The line is kept as it was signed, and never written anew from the values.
package struct BundleHeader: Equatable, Sendable {
  /// Without its line feed.
  package let line: [UInt8]
  /// The id of the bundle: the SHA-256 of the line.
  package let id: FixedBytes<32>
  package let network: FixedBytes<16>
  package let stream: FixedBytes<16>
  /// The place in the stream, from 1.
  package let number: Int64
  /// The id of the bundle before this one; nil if and only if the number is 1.
  package let previous: FixedBytes<32>?
  /// The public key of the signer.
  package let key: FixedBytes<32>
  /// The user who acts; nil for the root.
  package let user: LastingName?
  /// The number of deed lines.
  package let count: Int
  /// The SHA-256 of the joined SHA-256 values of the deed lines.
  package let root: FixedBytes<32>

  /// Reads a line; throws `unreadable` or `newer`.
  package init(line: [UInt8]) throws(BundleError) {
    guard let fields = ObjectFields(line) else { throw .unreadable }
    if let version = try? fields.integer("bundle"), version > 1 { throw .newer }
    do throws(ObjectFields.WrongField) {
      if try fields.integer("bundle") == 0 { throw ObjectFields.WrongField() }
      (network, stream) = (try fields.bytes("network"), try fields.bytes("stream"))
      (number, previous) = (try fields.integer("number"), try fields.optionalBytes("previous"))
      (key, user) = (try fields.bytes("key"), try fields.optionalBytes("user"))
      (count, root) = (Int(try fields.integer("count")), try fields.bytes("root"))
    } catch {
      throw .unreadable
    }
    guard number >= 1, (number == 1) == (previous == nil), count <= BundleLimits.deeds else {
      throw .unreadable
    }
    self.line = line
    id = Hash.sha256(line)
  }

  /// Makes the header of a new bundle.
  package init(
    network: FixedBytes<16>, stream: FixedBytes<16>, number: Int64, previous: FixedBytes<32>?,
    key: FixedBytes<32>, user: LastingName?, count: Int, root: FixedBytes<32>
  ) {
    precondition((number == 1) == (previous == nil), "Only the first bundle has none before it.")
    (self.network, self.stream, self.number, self.previous) = (network, stream, number, previous)
    (self.key, self.user, self.count, self.root) = (key, user, count, root)
    line =
      StrictJSON.object([
        .init("bundle", .integer(1)), .init("network", .hexadecimal(network)),
        .init("stream", .hexadecimal(stream)), .init("number", .integer(number)),
        .init("previous", previous.map { .hexadecimal($0) } ?? .null),
        .init("key", .hexadecimal(key)), .init("user", user.map { .hexadecimal($0) } ?? .null),
        .init("count", .integer(Int64(count))), .init("root", .hexadecimal(root)),
      ]).bytes
    id = Hash.sha256(line)
  }

  /// The bytes that the signature is made of.
  var signedBytes: [UInt8] { Array("profilectl bundle 1\n".utf8) + line }

  /// The value of `root` for these deed lines.
  static func root(of deedLines: [[UInt8]]) -> FixedBytes<32> {
    Hash.sha256(deedLines.flatMap { Hash.sha256($0).array })
  }
}
