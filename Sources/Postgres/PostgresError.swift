/// An error of a server or of the connection to it.
package enum PostgresError: Error, Equatable, Sendable {
  /// The server refused a statement; `state` is its SQLSTATE
  /// (<https://www.postgresql.org/docs/15/errcodes-appendix.html>).
  case refused(state: String, message: String, position: Int?)
  /// The connection broke; the text is libpq's.
  case lost(String)
  /// No response came within the time limit of the session.
  case silent
  /// The caller asked to stop.
  case stopped
  /// No connection was made.
  case unconnected(ConnectFailure)

  /// Why no connection was made.
  package enum ConnectFailure: Equatable, Sendable {
    case unreachable
    /// No process accepts connections, as while a server restarts.
    case notListening
    case starting
    /// The server is read-only, but the URL asks for one that accepts writes.
    case readOnly
    case tooManyConnections
    /// The role does not exist, or has no right to connect.
    case denied
    /// The password is wrong or missing.
    case password
    /// No password was found, and libpq ignores this password file, because others can read it.
    case passwordFile(String)
    case noDatabase
    /// The database stores texts in another encoding than UTF-8.
    case encoding(String)
    /// TLS was required and not provided.
    case tls
    /// The certificate of the server is rejected, or that of an authority can't be read.
    case certificate
    /// A parameter, a variable or the service file has an invalid value.
    case settings
    /// Another refusal of the server.
    case refused(state: String)
  }

  /// The SQLSTATE; empty without one.
  package var state: String {
    if case .refused(let state, _, _) = self { state } else { "" }
  }
}

extension PostgresError.ConnectFailure {
  /// Classifies a verbose message of libpq, which contains the SQLSTATE if the server refused.
  init(message: String, needsPassword: Bool) {
    if needsPassword {
      self = .password
      return
    }
    guard let state = PostgresError.ConnectFailure.state(in: message) else {
      self.init(stateless: message)
      return
    }
    switch state {
    case "3D000": self = .noDatabase
    case "57P01", "57P02", "57P03": self = .starting
    case "53300": self = .tooManyConnections
    case "42501": self = .denied
    // A rule of pg_hba.conf that requires TLS refuses a connection without it.
    case "28000" where message.contains("no encryption"): self = .tls
    case "28P01": self = .password
    // The server refuses a setting of PGOPTIONS, PGTZ or another variable.
    case "22023", "42601", "42704": self = .settings
    case _ where state.hasPrefix("28"): self = .denied
    default: self = .refused(state: state)
    }
  }

  /// Classifies a message of libpq itself (fe-connect.c, fe-secure-openssl.c).
  private init(stateless message: String) {
    // Removes the quoted names and paths, which may contain any words.
    let words = message.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    let causes: KeyValuePairs<String, Self> = [
      "could not translate host name": .unreachable, "invalid response": .unreachable,
      "certificate": .certificate, "session is read-only": .readOnly,
      "server is in hot standby": .readOnly, "invalid": .settings, "session is": .settings,
      "hot standby": .settings, "service": .settings, "GSSAPI": .settings,
      "Connection refused": .notListening, "Connection reset": .notListening,
      "closed the connection": .notListening, "SSL SYSCALL": .notListening, "SSL": .tls,
      "No such file": .notListening,
    ]
    self = causes.first { words.contains($0.key) }?.value ?? .unreachable
  }

  /// The five characters between two blanks and a colon, as in `FATAL: 28P01: password …`.
  private static func state(in message: String) -> String? {
    let bytes = Array(message.utf8)
    let isOfState = { (byte: UInt8) in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
    guard bytes.count > 8 else { return nil }
    for start in 2..<(bytes.count - 5)
    where bytes[start - 1] == UInt8(ascii: " ") && bytes[start - 2] == UInt8(ascii: " ") {
      let state = bytes[start..<start + 5]
      if bytes[start + 5] == UInt8(ascii: ":"), state.allSatisfy(isOfState) {
        return String(decoding: state, as: UTF8.self)
      }
    }
    return nil
  }
}
