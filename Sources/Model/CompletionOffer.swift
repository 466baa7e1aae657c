/// Some of the values that may be typed at a place.
///
/// A prefix that all items share is shared by all values there are, because shells type it.
package struct CompletionOffer<Item: Equatable & Sendable>: Equatable, Sendable {
  package var items: [Item] = []
  /// Whether there are more.
  package var isCut = false

  package init(items: [Item] = [], isCut: Bool = false) {
    self.items = items
    self.isCut = isCut
  }
}

/// A user as completion offers them.
package struct OfferedUser: Equatable, Sendable {
  package let handle: Handle
  package let name: String

  package init(handle: Handle, name: String) {
    self.handle = handle
    self.name = name
  }
}

/// A post as completion offers it.
package struct OfferedPost: Equatable, Sendable {
  package let id: Post.ID
  package let author: Handle
  /// The first characters of its text, or of its picture's description.
  package let beginning: String

  package init(id: Post.ID, author: Handle, beginning: String) {
    self.id = id
    self.author = author
    self.beginning = beginning
  }
}
