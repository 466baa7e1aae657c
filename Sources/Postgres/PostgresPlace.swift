/// The URL of a network on a server, parsed and checked before libpq gets it.
package struct PostgresPlace: Equatable, Sendable {
  /// Why a URL is refused; it contains no part that may be secret.
  package enum Refusal: Error, Equatable, Sendable {
    case malformed
    /// A password where other users of the machine can read it.
    case password
    /// More than one `@` before the path; a password needs `%40` for it.
    case severalAts
    /// A parameter that is unknown, or would change what the program sends.
    case parameter(String)
  }

  private var parts: [(name: String, value: String)] = []

  /// Whether a text means a server, and not a file.
  ///
  /// Also true for a mistyped URL and for libpq's form "host=db password=…". As file names, they
  /// could be printed or created with the password in them.
  package static func isPlace(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else {
      return false
    }
    let text = text.lowercased()
    return text.contains("://") || text.hasPrefix("postgres:") || text.hasPrefix("postgresql:")
      || text.hasPrefix("password=") || text.contains(" password=")
  }

  /// Parses a URL as libpq does (libpq-connect.html, 34.1.1.2), with fewer parameters.
  package init(_ text: String, allowsPassword: Bool) throws(Refusal) {
    guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"),
      let mark = text.firstRange(of: "://")
    else { throw .malformed }
    var rest = text[mark.upperBound...]
    var query: Substring = ""
    if let sign = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: sign)...]
      rest = rest[..<sign]
    }
    var path: Substring = ""
    if let slash = rest.firstIndex(of: "/") {
      path = rest[rest.index(after: slash)...]
      rest = rest[..<slash]
    }
    let pieces = rest.split(separator: "@", omittingEmptySubsequences: false)
    if pieces.count > 2 { throw .severalAts }
    if pieces.count == 2 { try addAccount(pieces[0], allowsPassword: allowsPassword) }
    try addHosts(pieces[pieces.count - 1])
    try add("dbname", path)
    for pair in query.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try PostgresPlace.decoded(halves[0])
      if name == "password" { throw .password }
      guard halves.count == 2, PostgresPlace.isAllowed(name) else { throw .parameter(name) }
      try add(name, halves[1])
    }
  }

  private mutating func addAccount(_ text: Substring, allowsPassword: Bool) throws(Refusal) {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    try add("user", halves[0])
    guard halves.count == 2 else { return }
    if !allowsPassword { throw .password }
    try add("password", halves[1])
  }

  /// Parses `host:port,host:port`; an IPv6 address is in brackets.
  private mutating func addHosts(_ text: Substring) throws(Refusal) {
    if text.isEmpty { return }
    var hosts: [String] = []
    var ports: [String] = []
    for one in text.split(separator: ",", omittingEmptySubsequences: false) {
      var host = one
      var port: Substring = ""
      if one.hasPrefix("[") {
        guard let end = one.firstIndex(of: "]") else { throw .malformed }
        host = one[one.index(after: one.startIndex)..<end]
        port = one[one.index(after: end)...]
        if !port.isEmpty, !port.hasPrefix(":") { throw .malformed }
        port = port.dropFirst()
      } else if let colon = one.lastIndex(of: ":") {
        host = one[..<colon]
        port = one[one.index(after: colon)...]
      }
      hosts.append(try PostgresPlace.decoded(host))
      ports.append(String(port))
    }
    try add("host", decoded: hosts.joined(separator: ","))
    if ports.contains(where: { !$0.isEmpty }) {
      try add("port", decoded: ports.joined(separator: ","))
    }
  }

  private mutating func add(_ name: String, _ text: Substring) throws(Refusal) {
    if !text.isEmpty { try add(name, decoded: PostgresPlace.decoded(text)) }
  }

  private mutating func add(_ name: String, decoded value: String) throws(Refusal) {
    switch name {
    case "port":
      // One port for each host; an empty one means the default port.
      for port in value.split(separator: ",") {
        guard let number = Int(port), (1...65_535).contains(number), !port.hasPrefix("+") else {
          throw .malformed
        }
      }
    case "host":
      for host in value.split(separator: ",") {
        // The path of a socket may contain blanks.
        let least: UInt8 = host.hasPrefix("/") ? 0x20 : 0x21
        guard host.utf8.allSatisfy({ $0 >= least && $0 != 0x7F }) else { throw .malformed }
      }
    default: break
    }
    parts.append((name, value))
  }

  private static func isAllowed(_ name: String) -> Bool {
    let names = [
      "host", "port", "user", "dbname", "connect_timeout", "application_name", "tcp_user_timeout",
      "service", "passfile", "gssencmode", "target_session_attrs",
    ]
    return names.contains(name) || name.hasPrefix("keepalives")
      || (name.hasPrefix("ssl") && name != "sslpassword")
  }

  /// Replaces `%40` and the like.
  private static func decoded(_ text: Substring) throws(Refusal) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        value != 0
      else { throw .malformed }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.parts.elementsEqual(other.parts) { $0 == $1 }
  }

  private func value(_ name: String) -> String? {
    parts.last { $0.name == name }?.value
  }

  /// The settings for libpq: the parts of the URL, and defaults unless the environment sets them.
  package func settings(
    _ variable: (_ name: String) -> String?
  ) -> [(name: String, value: String)] {
    var settings = parts
    func add(_ name: String, _ variableName: String, _ value: String) {
      if self.value(name) == nil, variable(variableName) == nil { settings.append((name, value)) }
    }
    add("application_name", "PGAPPNAME", "profilectl")
    add("connect_timeout", "PGCONNECT_TIMEOUT", "10")
    let hosts = (value("host") ?? variable("PGHOST"))?.split(separator: ",") ?? []
    // libpq connects to these addresses instead of the hosts.
    let addresses = variable("PGHOSTADDR")?.split(separator: ",") ?? []
    let isElsewhere = (hosts + addresses).contains { host in
      !host.hasPrefix("/") && !["localhost", "127.0.0.1", "::1"].contains(host)
    }
    if isElsewhere, value("service") == nil { add("sslmode", "PGSSLMODE", "require") }
    if hosts.count > 1 { add("target_session_attrs", "PGTARGETSESSIONATTRS", "read-write") }
    settings.append(("client_encoding", "UTF8"))
    return settings
  }

  /// The URL without password and parameters.
  package var shown: String {
    PostgresPlace.shown(
      user: value("user") ?? "", host: value("host") ?? "", port: value("port") ?? "",
      database: value("dbname") ?? "")
  }

  /// A URL of these parts, without the default port; the folder of a socket becomes a parameter.
  ///
  /// Several hosts are separated by commas, and have one port for all or one for each.
  static func shown(user: String, host: String, port: String, database: String) -> String {
    var text = "postgres://"
    if !user.isEmpty { text += encoded(user) + "@" }
    let isSocket = host.hasPrefix("/")
    if !isSocket {
      let ports = port.split(separator: ",", omittingEmptySubsequences: false)
      text += host.split(separator: ",").enumerated().map { index, host in
        let port = ports.count == 1 ? ports[0] : ports.dropFirst(index).first ?? ""
        return (host.contains(":") ? "[\(host)]" : host) + (isUsual(port) ? "" : ":" + port)
      }.joined(separator: ",")
    }
    text += "/" + encoded(database)
    if isSocket { text += "?host=" + encoded(host) + (isUsual(port) ? "" : "&port=" + port) }
    return text
  }

  private static func isUsual(_ port: some StringProtocol) -> Bool {
    port.isEmpty || port == "5432"
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
      if isPlain || "-_.~/".unicodeScalars.contains(scalar) {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
