internal import Model
internal import Storage

/// The bytes of names and texts that one source may leave in memory.
struct KeptBudget {
  private var left = 32 << 20

  mutating func keep(_ text: String, at place: Place) throws(ExchangeError) {
    left -= text.utf8.count + 64
    if left < 0 { throw .badArchive(place, .over(.kept)) }
  }
}

/// A user as a source names them.
struct PersonName: Hashable {
  /// Nil if the handle identifies the user.
  let origin: Origin?
  /// The name that becomes the handle.
  let wish: String
  /// Added to a handle that another person has.
  var domain: String?

  init(_ origin: Origin?, wish: String, domain: String? = nil) {
    self.origin = origin
    self.wish = wish
    self.domain = domain
  }

  /// A user of this network, by handle.
  init(handle: String) {
    self.init(nil, wish: handle)
  }

  /// An account of the fediverse; nil without a name or a host.
  init?(account: String) {
    let parts = account.drop { $0 == "@" }.split(separator: "@")
    guard parts.count == 2 else { return nil }
    let (name, host) = (parts[0].lowercased(), parts[1].lowercased())
    self.init(Origin("acct", "acct:\(name)@\(host)"), wish: name, domain: host)
  }

  /// The handle that a name becomes: lower case, other characters as `_`, at most 30.
  static func handle(_ wish: String) -> Handle {
    var name = String(
      String.UnicodeScalarView(
        wish.unicodeScalars.prefix(200).map { scalar in
          let lower = scalar.isASCII ? Character(scalar).lowercased().unicodeScalars.first : nil
          let byte = lower.map { UInt8(truncatingIfNeeded: $0.value) } ?? 0
          return Handle.mayContain(byte) ? Unicode.Scalar(byte) : "_"
        }))
    name = trimmed(name)
    if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { name = "n" + name }
    name = trimmed(String(name.prefix(Handle.longest)))
    return Handle(stored: name.isEmpty ? "user" : name)
  }

  private static func trimmed(_ name: String) -> String {
    var rest = name[...]
    while rest.first == "." { rest.removeFirst() }
    while rest.last == "." { rest.removeLast() }
    return String(rest)
  }

  /// The first handle of this name that is free: the name, with its domain, with a number.
  func freeHandle(unless isTaken: (Handle) throws -> Bool) rethrows -> Handle {
    let first = PersonName.handle(wish)
    if try !isTaken(first) { return first }
    if let domain {
      let second = PersonName.handle("\(first.text).\(domain)")
      if try !isTaken(second) { return second }
    }
    var number = 2
    while true {
      let ending = "_\(number)"
      let kept = first.text.prefix(Handle.longest - ending.count)
      let handle = PersonName.handle(kept + ending)
      if try !isTaken(handle) { return handle }
      number += 1
    }
  }
}

/// A picture that a record names.
struct PictureRecord {
  /// The content; nil if the source lacks it.
  let open: () throws(ExchangeError) -> (any ByteSource)?
  /// The name for reports.
  let name: String
  var alt: String?

  init(
    _ name: String, alt: String? = nil,
    open: @escaping () throws(ExchangeError) -> (any ByteSource)?
  ) {
    self.name = name
    self.alt = alt
    self.open = open
  }
}

/// A user as a source describes them.
struct UserRecord {
  let person: PersonName
  var name: String?
  var bio: String?
  var joined: Moment?
  var avatar: PictureRecord?
  var banner: PictureRecord?

  init(_ person: PersonName) {
    self.person = person
  }
}

/// A post as a source describes it.
struct PostRecord {
  let origin: Origin
  /// Nil for the owner of the source.
  var author: PersonName?
  var text = ""
  var pictures: [PictureRecord] = []
  var at: Moment?
  var isPrivate = false
  var replyTo: Origin?
  var quotes: Origin?

  init(_ origin: Origin) {
    self.origin = origin
  }
}
