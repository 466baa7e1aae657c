/// Something somebody published.
package struct Post: Equatable, Sendable {
  /// The small number people type, never used twice.
  package struct ID: Hashable, Comparable, Sendable {
    package let number: Int64
    package init(_ number: Int64) { self.number = number }
    package static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  package var id: ID
  package var author: Handle
  package var text: String
  package var image: Image?
  package var alt: String?
  package var isPrivate: Bool
  package var likeCount: Int
  /// Whether the viewer likes it.
  package var isLiked: Bool
  /// Unique in the file: it orders posts.
  package var createdAt: Moment

  package init(
    id: ID, author: Handle, text: String, image: Image? = nil, alt: String? = nil,
    isPrivate: Bool = false, likeCount: Int = 0, isLiked: Bool = false, createdAt: Moment
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.image = image
    self.alt = alt
    self.isPrivate = isPrivate
    self.likeCount = likeCount
    self.isLiked = isLiked
    self.createdAt = createdAt
  }
}
