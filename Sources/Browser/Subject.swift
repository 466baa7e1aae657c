package import Model

/// Whom a page is about, as far as that was known when it was opened.
package enum Subject: Equatable {
  /// Whoever looks.
  case viewer
  /// As somebody typed it.
  case named(Handle)
  case person(Person)
  /// Who wrote a post, and what they were called there.
  case author(of: Post.ID, Handle)

  /// What they were called; nil for whoever looks.
  package var handle: Handle? {
    switch self {
    case .viewer: nil
    case .named(let handle), .author(_, let handle): handle
    case .person(let person): person.handle
    }
  }
}
