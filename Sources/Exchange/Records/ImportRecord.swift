internal import Model
internal import Storage

/// The bytes of names and texts that one source may leave in memory.
struct KeptBudget {
  private var left = 32 << 20

  mutating func keep(_ text: String, at place: InputPosition) throws(ExchangeError) {
    left -= text.utf8.count + 64
    if left < 0 { throw .badArchive(place, .over(.kept)) }
  }
}

extension Origin {
  /// The origin of a user of a service that numbers users and posts on their own.
  ///
  /// Its source differs from that of the posts, since a user and a post may have one number.
  init(user number: String, of service: String) {
    self.init("\(service).users", "\(service):\(number)")
  }
}

/// A user as a source names them.
struct PersonName {
  /// The host that exports give people without an address, unless `--domain` gives another.
  static let exportedHost = "profilectl.invalid"

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

  /// A user of this network, by a handle, or by a name that becomes a handle.
  init(handle name: String) {
    let losesNothing = name.utf8.count <= Handle.longest && name.utf8.allSatisfy { $0 < 0x80 }
    self.init(nil, wish: losesNothing ? name : PersonName.distinct(name))
  }

  /// A handle that differs from that of every other name.
  private static func distinct(_ name: String) -> String {
    let hash = StableHash(name.lowercased()).value.hexadecimal.suffix(10)
    let letters = name.unicodeScalars.filter { $0.isASCII }
    let kept = handle(String(String.UnicodeScalarView(letters))).text
    return "\(kept.prefix(Handle.longest - hash.count - 1))_\(hash)"
  }

  /// An account of the fediverse; nil without a name or a host.
  init?(account: String) {
    let parts = account.utf8.drop { $0 == 0x40 }.split(separator: 0x40)
    guard parts.count == 2 else { return nil }
    self.init(name: Substring(parts[0]), host: Substring(parts[1]))
  }

  init?(name: Substring, host: Substring) {
    let (name, host) = (name.lowercased(), host.lowercased())
    if name.isEmpty || host.isEmpty || name.utf8.contains(0x40) { return nil }
    self.init(Origin("acct", "acct:\(name)@\(host)"), wish: name, domain: host)
  }

  /// The name from which the handle of a node is made; `n` precedes a number.
  static func wish(ofNode name: String) -> String {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return name.utf8.allSatisfy(digits.contains) ? "n\(name)" : name
  }

  /// The handle that a name becomes: lower case, other characters as `_`, at most 30.
  static func handle(_ wish: String) -> Handle {
    let name = trimmed(
      wish.unicodeScalars.prefix(200).map { scalar in
        let byte = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : 0
        let lower = (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
        return Handle.mayContain(lower) ? lower : UInt8(ascii: "_")
      })
    let kept = trimmed(Array(name.prefix(Handle.longest)))
    return Handle(stored: kept.isEmpty ? "user" : String(decoding: kept, as: UTF8.self))
  }

  private static func trimmed(_ name: [UInt8]) -> [UInt8] {
    let dot = UInt8(ascii: ".")
    let end = name.lastIndex { $0 != dot } ?? -1
    return Array(name[...end].drop { $0 == dot })
  }

  /// The first free handle of: the name, the name with its domain, the name with a number.
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

/// The users of some names that a source has used, in bounded memory.
struct KnownUsers {
  private static let most = 20_000

  private var origins: [Origin: User.ID] = [:]
  /// Handles as the source writes them.
  private var handles: [String: User.ID] = [:]

  subscript(name: PersonName) -> User.ID? {
    get {
      if let origin = name.origin { return origins[origin] }
      return handles[name.wish]
    }
    set {
      if origins.count + handles.count == KnownUsers.most { self = KnownUsers() }
      if let origin = name.origin {
        origins[origin] = newValue
      } else {
        handles[name.wish] = newValue
      }
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

  /// A file of a tree; nil if the tree lacks it.
  init(_ name: String, alt: String? = nil, file: String?, of tree: any InputTree) {
    self.init(name, alt: alt) { () throws(ExchangeError) in
      if let file { try tree.open(file) } else { nil }
    }
  }

  /// A picture by its address; its file may be beside a file of a tree.
  init(_ address: String, beside file: String, of tree: any InputTree) {
    self.init(address) { () throws(ExchangeError) in try tree.picture(address, beside: file) }
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
  /// Whether the reader has cleaned a text.
  let isCleaned: Bool

  init(_ person: PersonName, isCleaned: Bool = false) {
    self.person = person
    self.isCleaned = isCleaned
  }
}

/// A post as a source describes it.
struct PostRecord {
  let origin: Origin
  /// Nil for the owner of the source.
  var author: PersonName?
  var text = ""
  /// Follows the text, and stays whole if that is cut.
  var ending = ""
  var pictures: [PictureRecord] = []
  var at: Moment?
  var isPrivate = false
  var replyTo: Origin?
  var quotes: Origin?
  /// Whether the reader has cleaned a text.
  let isCleaned: Bool

  init(_ origin: Origin, isCleaned: Bool = false) {
    self.origin = origin
    self.isCleaned = isCleaned
  }
}
