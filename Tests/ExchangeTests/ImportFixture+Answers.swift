import Foundation
import Model
import NetworkSupport
import Services

/// What an import made, as the services and the lossless export tell it.
extension ImportFixture {
  private static let all = PageRequest(limit: 100_000)

  /// The users, in the order in which they were made.
  func users() throws -> [User] {
    try network.users.find(nil, as: .nobody, Self.all).items.map(\.user)
      .sorted { $0.id.number < $1.id.number }
  }

  /// The public posts, oldest first.
  func posts() throws -> [Post] {
    try network.posts.explore(as: .nobody, Self.all).items.reversed()
  }

  func texts() throws -> [String] { try posts().map(\.text) }

  func privatePosts(of handle: Handle) throws -> [Post] {
    try network.users.show(handle, tab: .private, as: .named(handle), Self.all).posts.items
  }

  func likers(of post: Post.ID) throws -> [Handle] {
    try network.likes.likers(of: post, as: .nobody, Self.all).items.map(\.user.handle)
  }

  /// The times of the follows in microseconds, earliest first.
  func followTimes() throws -> [Int64] {
    try users().flatMap {
      try network.notices.page(for: .named($0.handle), [.follow], Self.all).items
    }.map(\.createdAt.microseconds).sorted()
  }

  /// The users who caused the unseen notices of a user.
  func newActors(for handle: Handle) throws -> [Handle] {
    try network.notices.unseen(by: .named(handle)).page(Self.all).items.map(\.actor)
  }

  /// A line of the lossless export.
  struct Record: Decodable {
    struct Origin: Decodable { let key: String }

    let type: String
    let text: String?
    let origins: [Origin]?
  }

  func records(_ type: String) throws -> [Record] {
    try dump().split(separator: "\n")
      .map { try JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
      .filter { $0.type == type }
  }

  /// The keys by which the sources know the users, or the posts.
  func keys(of type: String) throws -> [String] {
    try records(type).flatMap { $0.origins ?? [] }.map(\.key).sorted()
  }
}
