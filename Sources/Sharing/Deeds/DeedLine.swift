internal import Crypto
package import Model

extension Deed {
  /// The line of a new deed, without a line feed; values that are nil are left out.
  ///
  /// A deed that was read keeps its own line, which may look different.
  package var line: [UInt8] {
    var members: [StrictJSON.Member] = [
      .init("deed", .string(act.kind.rawValue)), .init("clock", .integer(clock)),
    ]
    members.add("as", vouchedFor)
    members += act.members
    return StrictJSON.object(members).bytes
  }

  /// The line of words that belongs to the deed; nil if it has none or they are missing.
  package var wordsLine: [UInt8]? {
    switch act {
    case .post(let post): post.words.words?.line
    case .edit(let edit): edit.words.words?.line
    default: nil
    }
  }

  /// The name of the post that a deed line makes for its author.
  package static func postName(author: LastingName, line: [UInt8]) -> LastingName {
    let hash = Hash.sha256(Array("post\n".utf8) + author.array + line)
    return LastingName(exactly: Array(hash.array.prefix(16)))
  }
}

extension Deed.Act {
  fileprivate var members: [StrictJSON.Member] {
    switch self {
    case .network(let name): return [.init("name", .string(name))]
    case .key(let user, let key, let role, let machine):
      return [
        .init("user", .hexadecimal(user)), .init("key", .hexadecimal(key)),
        .init("role", .string(role.rawValue)), .init("machine", .string(machine)),
      ]
    case .invitation(let user, let key, let role):
      return [
        .init("user", .hexadecimal(user)), .init("key", .hexadecimal(key)),
        .init("role", .string(role.rawValue)),
      ]
    case .claim(let key, let machine):
      return [.init("key", .hexadecimal(key)), .init("machine", .string(machine))]
    case .revoke(let key, let user, let last):
      var members: [StrictJSON.Member] = [
        .init("key", .hexadecimal(key)), .init("user", .hexadecimal(user)),
      ]
      if let last { members.append(.init("last", .array(last.map { .hexadecimal($0) }))) }
      return members
    case .user(let user): return user.members
    case .profile(let change): return change.members
    case .post(let post): return post.members
    case .edit(let edit): return edit.members
    case .delete(let post), .settle(let post): return [.init("post", .hexadecimal(post))]
    case .edge(let change): return change.members
    case .removeUser(let user): return [.init("user", .hexadecimal(user))]
    }
  }
}

extension NewUser {
  fileprivate var members: [StrictJSON.Member] {
    [
      .init("user", .hexadecimal(user)), .init("handle", .string(handle.text)),
      .init("created_at", .moment(createdAt)), .init("name", .string(name)),
      .init("bio", .string(bio)),
    ]
  }
}

extension ProfileChange {
  fileprivate var members: [StrictJSON.Member] {
    var members: [StrictJSON.Member] = []
    if let handle { members.append(.init("handle", .string(handle.text))) }
    if let name { members.append(.init("name", .string(name))) }
    if let bio { members.append(.init("bio", .string(bio))) }
    if let avatar { members.append(.init("avatar", avatar.json)) }
    if let banner { members.append(.init("banner", banner.json)) }
    return members
  }
}

extension PictureChange {
  fileprivate var json: StrictJSON {
    switch self {
    case .picture(let picture): picture.json
    case .removed: .null
    }
  }
}

extension PublishedPost {
  fileprivate var members: [StrictJSON.Member] {
    var members: [StrictJSON.Member] = [
      .init("words", .hexadecimal(words.hash)), .init("at", .moment(at)),
    ]
    members.add("reply_to", replyTo)
    members.add("quotes", quotes)
    if let editedAt { members.append(.init("edited_at", .moment(editedAt))) }
    return members
  }
}

extension PostEdit {
  fileprivate var members: [StrictJSON.Member] {
    [
      .init("post", .hexadecimal(post)), .init("words", .hexadecimal(words.hash)),
      .init("edited_at", .moment(editedAt)),
    ]
  }
}

extension EdgeChange {
  fileprivate var members: [StrictJSON.Member] {
    var members: [StrictJSON.Member] = [
      .init("edge", .string(kind.rawValue)), .init("to", .hexadecimal(to)),
      .init("on", .bool(isOn)), .init("at", .moment(at)),
    ]
    if let reason { members.append(.init("reason", .string(reason))) }
    return members
  }
}

extension [StrictJSON.Member] {
  /// Adds a name unless it is nil.
  fileprivate mutating func add(_ key: String, _ name: LastingName?) {
    if let name { append(.init(key, .hexadecimal(name))) }
  }
}

extension StrictJSON {
  fileprivate static func moment(_ moment: Moment) -> StrictJSON {
    .integer(min(moment.microseconds, largestInteger))
  }
}
