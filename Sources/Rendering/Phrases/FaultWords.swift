package import Model

/// The words for a fault: its kind, its object, and a description.
package struct FaultWords {
  /// A stable code for programs.
  package enum Kind: String, CaseIterable {
    case content
    /// A stored number of rows, such as `follower_count`.
    case count
    /// The last number of the rows of a table.
    case counter
    case damage, edge, index, lost, orphan, picture, rule, search, signature, thumbnail
  }

  package let kind: Kind
  package let object: String
  package let detail: String

  package init(_ fault: Fault) {
    switch fault {
    case .damaged(let place):
      self.init(.damage, Self.name(place), "does not fit the rest of the file")
    case .index(let name): self.init(.index, "index \(name)", "does not agree with its table")
    case .count(let subject, let column, let stored, let actual):
      self.init(.count(column), subject, "\(stored) and should be \(actual)")
    case .counter(let name, let stored, let highest):
      self.init(
        .counter, "counter \(name)", "is \(stored), but the highest number in use is \(highest)")
    case .orphan(let subject, let missing): self.init(.orphan, subject, Self.name(missing))
    case .ownEdge(let subject): self.init(.ownEdge, subject)
    case .breach(let table):
      self.init(.rule, "table \(table)", "has rows that break its constraints")
    case .oneSided(let subject, let isInTable):
      self.init(isInTable ? .missingInIndex : .inIndexOnly, subject)
    case .gone(let subject): self.init(.gone, subject)
    case .changed(let subject): self.init(.changed, subject)
    case .words(let table):
      self.init(.search, "index \(table)", "disagrees with the rows of its table")
    case .unshown(let picture): self.init(.unshown, .picture(picture))
    case .thumbnail(let picture): self.init(.thumbnail, .thumbnail(picture))
    case .lost(let subject): self.init(.lost, subject)
    case .lostPart(let table):
      self.init(.lost, "table \(table)", "could not be read to its end")
    case .unread(let file): self.init(.lost, file.rawValue, Self.unread(file))
    case .otherForm:
      self.init(
        .lost, "file",
        "has tables or columns that this program does not know; they were left out")
    case .bare(let subject): self.init(.bare, subject)
    case .unlikeSigned(let subject, let signer): self.init(.unlikeSigned, subject, of: signer)
    case .neverSigned(let subject): self.init(.neverSigned, subject)
    case .notApplied(let subject, let signer): self.init(.notApplied, subject, of: signer)
    case .unlikeBundles(let table):
      self.init(.signature, "table \(table)", "differs from what was signed")
    case .rest(let category, let count):
      let words = Self.words(category.form)
      self.init(words.kind, "table \(category.table)", "\(count) more \(words.many)")
    }
  }

  private init(_ form: Fault.Form, _ subject: Fault.Object, _ detail: String = "") {
    let words = Self.words(form, detail)
    self.init(words.kind, Self.name(subject), words.one)
  }

  private init(_ form: Fault.Form, _ subject: Fault.Object, of signer: String?) {
    self.init(form, subject, signer.map { "@\($0) signed" } ?? "somebody signed")
  }

  private init(_ kind: Kind, _ object: String, _ detail: String) {
    (self.kind, self.object, self.detail) = (kind, object, detail)
  }

  /// The kind of a form of fault, and the words for one fault and for several.
  ///
  /// `detail` contains the numbers of a count, the missing row, or who signed.
  private static func words(
    _ form: Fault.Form, _ detail: String = ""
  ) -> (kind: Kind, one: String, many: String) {
    switch form {
    case .count(let column):
      (.count, "\(column.rawValue) is \(detail)", "whose \(column.rawValue) is wrong")
    case .orphan:
      (.orphan, "refers to \(detail), which is not there", "that refer to missing rows")
    case .withoutPicture:
      (.orphan, "refers to \(detail), which is not there", "whose picture is not there")
    case .ownEdge:
      (.edge, "leads from a user to the same user", "from a user to the same user")
    case .missingInIndex: (.edge, "is missing from its index", "missing from the index")
    case .inIndexOnly: (.edge, "is in its index only", "in the index only")
    case .gone: (.lost, "is gone from its table", "gone from the table")
    case .changed:
      (.content, "is not what was written", "whose content is not what was written")
    case .unshown: (.picture, "is used by no post or user", "used by no post or user")
    case .thumbnail: (.thumbnail, "has an impossible size", "of an impossible size")
    case .lost: (.lost, "could not be kept", "that could not be kept")
    case .bare: (.lost, "has only its handle left", "with only a handle left")
    case .unlikeSigned:
      (.signature, "differs from what \(detail)", "that differ from what was signed")
    case .neverSigned: (.signature, "was never signed", "that were never signed")
    case .notApplied:
      (.signature, "is missing, but \(detail) it", "that are signed and missing")
    }
  }

  private static func unread(_ file: Fault.SideFile) -> String {
    switch file {
    case .log:
      "was read in part: it is damaged, missing, belongs to another file, or ends with commits of "
        + "a killed process"
    case .journal: "was read in part: it is damaged, or belongs to another file"
    }
  }

  private static func time(_ microseconds: Int64) -> String {
    let moment = Moment(microseconds: microseconds)
    return Moment.storable.contains(moment)
      ? Timestamp.utc(moment) : "the impossible time \(microseconds)"
  }

  private static func name(_ place: Fault.Place) -> String {
    switch place {
    case .file: "file"
    case .page(let number): "page \(number)"
    case .table(let name): "table \(name)"
    }
  }

  private static func name(_ subject: Fault.Object) -> String {
    switch subject {
    case .user(let number, let handle): "user \(handle ?? "number \(number)")"
    case .post(let number): "post \(number)"
    case .postOf(let time): "post of \(Self.time(time))"
    case .picture(let number): "picture \(number)"
    case .thumbnail(let number): "thumbnail \(number)"
    case .readMark(let number): "read mark of user number \(number)"
    case .mention(let post, let user): "mention of user number \(user) in post \(post)"
    case .gonePost(let number): "place of post \(number)"
    case .origin(user: 0, let post): "origin of post \(post)"
    case .origin(let user, _): "origin of user number \(user)"
    case .edge(let kind, let source, let target, let time):
      "\(kind.rawValue) of \(Self.name(kind, target)) by user number \(source)"
        + (time.map { ", of \(Self.time($0))" } ?? "")
    case .repost(let post, let user): "repost of post \(post) by user number \(user)"
    case .bundle(let id): "bundle \(id)"
    case .namedPost(let name): "post ~\(name)"
    case .namedUser(let name): "user of the lasting name \(name)"
    }
  }

  private static func name(_ kind: EdgeKind, _ target: Int64) -> String {
    switch kind.rules.target {
    case .user: "user number \(target)"
    case .post: "post \(target)"
    }
  }
}
