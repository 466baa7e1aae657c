package import Model

/// The words for a fault: its kind, its object, and a description.
package struct FaultWords {
  /// A stable code for programs.
  package enum Kind: String, CaseIterable {
    case content, count, counter, damage, edge, index, lost, orphan, picture, rule, search
    case thumbnail
  }

  package let kind: Kind
  package let object: String
  package let detail: String

  package init(_ fault: Fault) {
    switch fault {
    case .damaged(let place):
      self.init(.damage, Self.name(place), "does not fit the rest of the file")
    case .index(let name): self.init(.index, "index \(name)", "does not agree with its table")
    case .count(let subject, let tally, let stored, let actual):
      self.init(
        .count, subject, "\(tally.rawValue) is \(stored) and should be \(actual)")
    case .counter(let name, let stored, let last):
      self.init(.counter, "counter \(name)", Self.given(stored, last: last))
    case .orphan(let subject, let missing):
      self.init(.orphan, subject, "refers to \(Self.name(missing)), which is not there")
    case .ownEdge(let edge): self.init(.edge, edge, "is of oneself")
    case .breach(let table): self.init(.rule, "table \(table)", "holds what its rules forbid")
    case .oneSided(let subject, let isInTable):
      self.init(
        .edge, subject, isInTable ? "is missing from its index" : "is in its index only")
    case .gone(let subject): self.init(.lost, subject, "is gone from its table")
    case .changed(let subject): self.init(.content, subject, "is not what was written")
    case .words(let table): self.init(.search, "index \(table)", "does not say what its rows say")
    case .unshown(let picture): self.init(.picture, .picture(picture), "is shown by nothing")
    case .thumbnail(let picture): self.init(.thumbnail, .thumbnail(picture), "is no picture")
    case .lost(let subject): self.init(.lost, subject, "could not be kept")
    case .lostPart(let table):
      self.init(.lost, "table \(table)", "could not be read to its end")
    case .unread(let file): self.init(.lost, file.rawValue, Self.unread(file))
    case .otherForm: self.init(.lost, "file", "has parts unknown here; left out")
    case .bare(let subject): self.init(.lost, subject, "has only its handle left")
    case .rest(let category, let count):
      let (kind, words) = Self.words(category.form)
      self.init(kind, "table \(category.table)", "\(count) more \(words)")
    }
  }

  private init(_ kind: Kind, _ subject: Fault.Object, _ detail: String) {
    self.init(kind, Self.name(subject), detail)
  }

  private init(_ kind: Kind, _ object: String, _ detail: String) {
    (self.kind, self.object, self.detail) = (kind, object, detail)
  }

  /// The kind, and a description of one or more further faults of the same form.
  private static func words(_ form: Fault.Form) -> (kind: Kind, detail: String) {
    switch form {
    case .count(let tally): (.count, "whose \(tally.rawValue) is wrong")
    case .orphan: (.orphan, "whose reference leads to nothing")
    case .withoutPicture: (.orphan, "whose picture is not there")
    case .ownEdge: (.edge, "of oneself")
    case .missingInIndex: (.edge, "missing from the index")
    case .inIndexOnly: (.edge, "in the index only")
    case .gone: (.lost, "gone from the table")
    case .changed: (.content, "whose content is not what was written")
    case .unshown: (.picture, "shown by nothing")
    case .thumbnail: (.thumbnail, "without a picture")
    case .lost: (.lost, "that could not be kept")
    case .bare: (.lost, "with only a handle left")
    }
  }

  private static func given(_ stored: Int64, last: Int64) -> String {
    "is \(stored), \(stored < last ? "though" : "and no more than") \(last) was given out"
  }

  private static func unread(_ file: Fault.SideFile) -> String {
    switch file {
    case .log:
      "was not all read; it is damaged, gone, another file's, or has what a killed process left"
    case .journal: "was not all read; it is damaged, or another file's"
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
    }
  }

  private static func name(_ kind: EdgeKind, _ target: Int64) -> String {
    switch kind.rules.target {
    case .user: "user number \(target)"
    case .post: "post \(target)"
    }
  }
}
