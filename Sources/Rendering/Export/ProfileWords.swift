import Model

/// The title of an exported profile, and its description for screen readers.
struct ProfileWords {
  private let user: User

  init(_ user: User) {
    self.user = user
  }

  /// The display name, or the handle without one.
  var name: SafeText { user.name.isEmpty ? SafeText(user.handle) : SafeText(user.name) }

  /// `Bob Builder (@bob)`, or the handle alone.
  var title: SafeText {
    let name = SafeText(user.name)
    return name.isEmpty ? SafeText(user.handle) : "\(name) (\(user.handle))"
  }

  /// The bio and the counts, then the descriptions of pictures.
  func description(of posts: [Post]) -> SafeText {
    var parts = [user.counts.phrase + "."]
    if !user.bio.isEmpty { parts.insert(SafeText(user.bio, .lines), at: 0) }
    for post in posts where post.repeated.image != nil {
      parts.append("\(post.id): \(Self.sentence(Self.alternative(to: post)))")
    }
    return SafeText.joined(parts, by: "\n")
  }

  /// The text with a full stop, unless it ends with a punctuation mark.
  private static func sentence(_ text: SafeText) -> SafeText {
    guard let last = text.string.last, !".!?…。！？؟।".contains(last) else { return text }
    return text + "."
  }

  static func alternative(to post: Post) -> SafeText {
    guard let alt = post.repeated.alt, !alt.isEmpty else { return "picture without a description" }
    return SafeText(alt, .lines)
  }
}
