internal import Model

/// A deed line as it was read.
package enum DeedReading: Equatable, Sendable {
  case deed(Deed)
  /// A kind of a later version: kept, relayed and not applied.
  case unknown(kind: String)
  /// Against the rules by itself: kept, relayed and never applied.
  case unfit

  /// Reads a line with the line of its words, which is nil if there is none.
  ///
  /// Whether the signer may do this is for `Deed.mayBeMade(by:in:)` to say.
  package init(line: [UInt8], words: [UInt8]?) {
    guard let fields = ObjectFields(line), let name = try? fields.string("deed") else {
      self = .unfit
      return
    }
    guard let kind = DeedKind(rawValue: name) else {
      self = .unknown(kind: name)
      return
    }
    do throws(ObjectFields.WrongField) {
      let clock = try fields.integer("clock")
      if clock > Deed.latestClock { throw ObjectFields.WrongField() }
      let vouchedFor: LastingName? = try fields.optionalBytes("as")
      let act = try Deed.Act(kind, fields, words)
      self = .deed(Deed(act, clock: clock, vouchedFor: vouchedFor))
    } catch {
      self = .unfit
    }
  }
}

extension Deed.Act {
  fileprivate init(
    _ kind: DeedKind, _ fields: ObjectFields, _ words: [UInt8]?
  ) throws(ObjectFields.WrongField) {
    switch kind {
    case .network: self = .network(name: try fields.networkName("name"))
    case .key:
      self = .key(
        user: try fields.bytes("user"), key: try fields.publicKey("key"), role: try fields.role(),
        machine: try fields.machine())
    case .invitation:
      self = .invitation(
        user: try fields.bytes("user"), key: try fields.publicKey("key"), role: try fields.role())
    case .claim:
      self = .claim(key: try fields.publicKey("key"), machine: try fields.machine())
    case .revoke:
      self = .revoke(
        key: try fields.publicKey("key"), user: try fields.bytes("user"),
        last: fields.isNull("last") ? nil : try fields.list("last", most: 900))
    case .user: self = .user(try NewUser(fields))
    case .profile: self = .profile(try ProfileChange(fields))
    case .post: self = .post(try PublishedPost(fields, words))
    case .edit: self = .edit(try PostEdit(fields, words))
    case .delete: self = .delete(post: try fields.bytes("post"))
    case .edge: self = .edge(try EdgeChange(fields))
    case .settle: self = .settle(post: try fields.bytes("post"))
    case .removeUser: self = .removeUser(try fields.bytes("user"))
    }
  }
}

extension NewUser {
  fileprivate init(_ fields: ObjectFields) throws(ObjectFields.WrongField) {
    self.init(
      user: try fields.bytes("user"), handle: try fields.handle("handle"),
      createdAt: try fields.moment("created_at"), name: try fields.name(), bio: try fields.bio())
  }
}

extension ProfileChange {
  fileprivate init(_ fields: ObjectFields) throws(ObjectFields.WrongField) {
    // Null takes a picture away; the other fields can't be null.
    self.init(
      handle: fields["handle"] == nil ? nil : try fields.handle("handle"),
      name: fields["name"] == nil ? nil : try fields.name(),
      bio: fields["bio"] == nil ? nil : try fields.bio(),
      avatar: fields["avatar"] == nil ? nil : try PictureChange(fields, "avatar"),
      banner: fields["banner"] == nil ? nil : try PictureChange(fields, "banner"))
  }
}

extension PictureChange {
  fileprivate init(_ fields: ObjectFields, _ key: String) throws(ObjectFields.WrongField) {
    self = try fields.picture(key).map { .picture($0) } ?? .removed
  }
}

extension PublishedPost {
  fileprivate init(
    _ fields: ObjectFields, _ line: [UInt8]?
  ) throws(ObjectFields.WrongField) {
    self.init(
      words: SignedWords(
        hash: try fields.bytes("words"), words: try line.map(Words.init(ofPost:))),
      at: try fields.moment("at"), replyTo: try fields.optionalBytes("reply_to"),
      quotes: try fields.optionalBytes("quotes"),
      editedAt: fields.isNull("edited_at") ? nil : try fields.moment("edited_at"))
  }
}

extension PostEdit {
  fileprivate init(
    _ fields: ObjectFields, _ line: [UInt8]?
  ) throws(ObjectFields.WrongField) {
    self.init(
      post: try fields.bytes("post"),
      words: SignedWords(
        hash: try fields.bytes("words"), words: try line.map(Words.init(ofEdit:))),
      editedAt: try fields.moment("edited_at"))
  }
}

extension EdgeChange {
  fileprivate init(_ fields: ObjectFields) throws(ObjectFields.WrongField) {
    guard let kind = Kind(rawValue: try fields.string("edge")) else {
      throw ObjectFields.WrongField()
    }
    let hasReason = kind == .flag && !fields.isNull("reason")
    self.init(
      kind: kind, to: try fields.bytes("to"), isOn: try fields.bool("on"),
      at: try fields.moment("at"), reason: hasReason ? try fields.reason() : nil)
  }
}

extension Words {
  /// A post has a text or a picture, and a description only of a picture.
  fileprivate init(ofPost line: [UInt8]) throws(ObjectFields.WrongField) {
    guard let fields = ObjectFields(line) else { throw ObjectFields.WrongField() }
    try self.init(fields, picture: try fields.picture("picture"))
    guard picture != nil || !text.isEmpty && alt == nil else { throw ObjectFields.WrongField() }
  }

  fileprivate init(ofEdit line: [UInt8]) throws(ObjectFields.WrongField) {
    guard let fields = ObjectFields(line) else { throw ObjectFields.WrongField() }
    try self.init(fields, picture: nil)
  }

  private init(
    _ fields: ObjectFields, picture: SignedPicture?
  ) throws(ObjectFields.WrongField) {
    let mentions: [LastingName] = try fields.list("mentions", most: Words.mostMentions)
    guard Set(mentions).count == mentions.count else { throw ObjectFields.WrongField() }
    self.init(
      salt: try fields.bytes("salt"), text: try fields.postText(), mentions: mentions,
      picture: picture, alt: fields.isNull("alt") ? nil : try fields.alt())
  }
}
