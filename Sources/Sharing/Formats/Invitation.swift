package import Model

/// What a new machine needs to join a network as one user: a line of text.
///
/// It contains secrets: its holder can join as that user and read everything.
package struct Invitation: Equatable, Sendable {
  private static let prefix = "profilectl-invitation-1:"

  package let network: FixedBytes<16>
  package let networkKey: FixedBytes<64>
  /// The seed of the invitation's own Ed25519 key.
  package let seed: FixedBytes<32>
  package let user: LastingName
  package let handle: Handle
  /// The name of the network.
  package let name: String

  package init(
    network: FixedBytes<16>, networkKey: FixedBytes<64>, seed: FixedBytes<32>, user: LastingName,
    handle: Handle, name: String
  ) {
    (self.network, self.networkKey, self.seed) = (network, networkKey, seed)
    (self.user, self.handle, self.name) = (user, handle, name)
  }

  package var keys: NetworkKeys { NetworkKeys(network: network, networkKey: networkKey) }

  // MARK: Text

  /// The line, without a line feed.
  package var text: String {
    let object = StrictJSON.object([
      .init("network", .hexadecimal(network)), .init("network_key", .hexadecimal(networkKey)),
      .init("seed", .hexadecimal(seed)), .init("user", .hexadecimal(user)),
      .init("handle", .string(handle.text)), .init("name", .string(name)),
    ])
    let letters = Base64.encoded(object.bytes).compactMap { letter -> UInt8? in
      switch letter {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: letter
      }
    }
    return Self.prefix + String(decoding: letters, as: UTF8.self)
  }

  /// Reads an invitation, with or without the end of its line; nil if it is damaged.
  package init?(_ text: String) {
    var line = Array(text.utf8)[...]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.starts(with: Self.prefix.utf8),
      let bytes = Self.decoded(line.dropFirst(Self.prefix.utf8.count)),
      let fields = ObjectFields(bytes)
    else { return nil }
    do throws(ObjectFields.WrongField) {
      (network, networkKey) = (try fields.bytes("network"), try fields.bytes("network_key"))
      (seed, user) = (try fields.bytes("seed"), try fields.bytes("user"))
      (handle, name) = (try fields.handle("handle"), try fields.networkName("name"))
    } catch {
      return nil
    }
  }

  /// Decodes base64url without padding: RFC 4648, section 5.
  private static func decoded(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
    if letters.contains(where: { "+/=".utf8.contains($0) }) { return nil }
    let standard = letters.map { letter in
      switch letter {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: letter
      }
    }
    let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4)
    return padding.count == 3 ? nil : Base64.decoded((standard + padding)[...])
  }
}
