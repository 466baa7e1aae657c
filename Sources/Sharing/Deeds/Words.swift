internal import Crypto
package import Model

/// The words of a post, in a line of their own that can be taken away without breaking a signature.
package struct Words: Equatable, Sendable {
  package static let mostMentions = 50

  /// Random, so that nobody finds out a text by trying hashes.
  package let salt: FixedBytes<16>
  package let text: String
  /// The users whom the text names, each once, in the order of the text.
  package let mentions: [LastingName]
  /// Always nil in an edit.
  package let picture: SignedPicture?
  package let alt: String?

  package init(
    salt: FixedBytes<16>, text: String, mentions: [LastingName] = [],
    picture: SignedPicture? = nil, alt: String? = nil
  ) {
    (self.salt, self.text, self.mentions) = (salt, text, mentions)
    (self.picture, self.alt) = (picture, alt)
  }

  /// The line, without a line feed.
  package var line: [UInt8] {
    var members: [StrictJSON.Member] = [
      .init("salt", .hexadecimal(salt)), .init("text", .string(text)),
      .init("mentions", .array(mentions.map { .hexadecimal($0) })),
    ]
    if let picture { members.append(.init("picture", picture.json)) }
    if let alt { members.append(.init("alt", .string(alt))) }
    return StrictJSON.object(members).bytes
  }
}

/// Words as a deed names them.
package struct SignedWords: Equatable, Sendable {
  /// The SHA-256 of the line of words.
  package let hash: FixedBytes<32>
  /// Nil if the line is missing, because the post was deleted or somebody withholds the line.
  package let words: Words?

  package init(_ words: Words) {
    hash = Hash.sha256(words.line)
    self.words = words
  }

  /// Words as they were read; `hash` is that of their line.
  init(hash: FixedBytes<32>, words: Words?) {
    (self.hash, self.words) = (hash, words)
  }
}

extension SignedPicture {
  var json: StrictJSON {
    .object([
      .init("hash", .hexadecimal(hash)), .init("bytes", .integer(Int64(bytes))),
      .init("width", .integer(Int64(width))), .init("height", .integer(Int64(height))),
    ])
  }
}
