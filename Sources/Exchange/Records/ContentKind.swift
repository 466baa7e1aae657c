/// The kinds of things that are imported, exported and counted.
package enum ContentKind: String, CaseIterable, Sendable {
  case users, posts, pictures, follows, likes
}
