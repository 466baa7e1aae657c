import Model
import Sharing
import Storage

/// A change of a user to a random other user and a random post.
struct RandomChange {
  private let writing: any Writing
  /// The user who acts: the signer, or one for whom a keeper vouches.
  private let me: User.ID
  private let signer: User.ID
  private let other: User.ID
  private let post: PostKey?
  private let text: PostText
  private let isKeeper: Bool
  private let first: UInt64
  private let second: UInt64
  private let now: Moment

  /// Throws if the user is not there.
  init(
    _ writing: any Writing, by user: LastingName, isKeeper: Bool, _ first: UInt64, _ second: UInt64,
    at now: Moment
  ) throws {
    (self.writing, self.isKeeper, self.now) = (writing, isKeeper, now)
    (self.first, self.second) = (first, second)
    let tables = SharedTables(writing.reading.rows)
    let users = try tables.rows.rows(StoredHandle.self)
    let posts = try tables.rows.rows(StoredPost.self).filter { $0.reposts == nil }
    // A keeper also acts for dina, who joins late.
    let dina = isKeeper && first % 3 == 0 ? users.first { $0.handle.text == "dina" }?.id : nil
    guard let signer = try tables.user(named: user)?.user,
      users.contains(where: { $0.id == signer })
    else {
      throw StorageError.internal("The user is missing.")
    }
    (self.signer, me) = (signer, dina ?? signer)
    other = users[Int(first % UInt64(users.count))].id
    post = posts.isEmpty ? nil : posts[Int(second % UInt64(posts.count))].postKey
    text = try PostText("words \(second % 1_000) of @bob and @carol #tag")
  }

  static let kinds = 16

  func make(_ choice: Int) throws {
    if choice < 8 { try changePeople(choice) } else { try changePosts(choice) }
  }

  private func changePeople(_ choice: Int) throws {
    let follow = Edge(.follow, from: me, to: .user(other))
    switch choice {
    case 0, 1, 2: try insert(isPrivate: first % 7 == 0)
    case 3, 4: if other != me { _ = try writing.insert(follow, reason: nil, at: now) }
    case 5: _ = try writing.delete(follow)
    default:
      let handle = try Handle(["bob", "robert", "carol", "eve"][Int(second % 4)])
      let isFree = try writing.reading.userID(ifAny: handle) == nil
      let avatar: ProfileChanges.AvatarChange =
        switch second % 5 {
        case 0: .set(picture)
        case 1: .remove
        default: .keep
        }
      try writing.update(
        me,
        with: ProfileChanges(
          handle: isFree ? handle : nil, name: try DisplayName("Name \(second % 100)"),
          avatar: avatar))
    }
  }

  /// One of a few pictures, so that several posts show one.
  private var picture: PictureDraft {
    PictureDraft(content: Array("picture \(second % 3)".utf8), width: 3, height: 2)
  }

  private func insert(isPrivate: Bool = false, answering: PostKey? = nil) throws {
    let moment = now
    let draft = PostDraft(
      text: text, picture: first % 4 == 0 ? picture : nil, isPrivate: isPrivate, at: moment)
    guard let draft else { return }
    let quoting = first % 3 == 0 ? answering : nil
    _ = try writing.insert(draft, by: me, answering: answering, quoting: quoting)
  }

  private func changePosts(_ choice: Int) throws {
    guard let post, !post.isPrivate || post.author == me else { return }
    switch choice {
    case 8: _ = try writing.insert(Edge(.like, from: me, to: .post(post)), reason: nil, at: now)
    case 9: _ = try writing.delete(Edge(.like, from: me, to: .post(post)))
    case 10 where post.author == me:
      try writing.update(post, with: PostChanges(text: text), at: now)
    case 11 where post.author == me || isKeeper: try writing.delete(post)
    case 15 where isKeeper && other != signer && second % 3 == 0: try writing.delete(other)
    default: if !post.isPrivate { try changePublicPost(post, choice) }
    }
  }

  private func changePublicPost(_ post: PostKey, _ choice: Int) throws {
    switch choice {
    case 12: try insert(answering: post)
    case 13 where isKeeper && first % 2 == 0: _ = try writing.deleteFlags(of: post.id)
    case 13 where post.author != me:
      _ = try writing.insert(
        Edge(.flag, from: me, to: .post(post)), reason: try Reason("spam"), at: now)
    case 14:
      if try writing.insertRepost(of: post, by: me, at: now) == nil {
        _ = try writing.deleteRepost(of: post, by: me)
      }
    default: break
    }
  }
}
