package import Storage

/// A format that can be exported.
package struct ExportFormat: Sendable {
  package let name: String
  /// The endings of files by which the format is known.
  package var endings: [String] = []
  package var isFolder = false
  /// Whether the format holds one user, and not a network.
  package var isOfUser = false
  let write: @Sendable (_ export: Export) throws -> Void

  package static let all: [ExportFormat] = [
    .ndjson, .csv, .site, .edges, .graphML, .dot, .accounts, .jsonFeed, .atom, .activityStreams,
    .twtxt,
  ]

  /// The format of the ending of a path.
  package static func ending(_ path: String) -> ExportFormat? {
    all.first { format in format.endings.contains { path.hasSuffix($0) } }
  }
}

/// One export of a network: its scope, its counts and its output.
package final class Export {
  let reading: any Reading
  /// The rows of the network.
  let network: any NetworkExport
  /// Draws the pages of a site.
  let drawing: SiteDrawing
  let scope: ExportScope
  /// The user of an export of one user.
  let user: ExportedUser?
  let domain: String?
  package let output: ExportOutput
  /// The numbers of what is written.
  package internal(set) var counts = ExportCounts()
  /// The number of people left out because they have no address.
  package internal(set) var withoutAddress = 0

  package init(
    _ reading: any Reading, scope: ExportScope, domain: String?, to output: ExportOutput,
    drawing: SiteDrawing
  ) throws {
    self.reading = reading
    self.drawing = drawing
    network = reading.export
    self.scope = scope
    self.domain = domain
    self.output = output
    var found: ExportedUser?
    if scope.user != nil { try network.users(scope) { found = $0 } }
    user = found
    counts = try network.counts(scope)
  }

  /// Writes everything; the caller publishes the output.
  package func write(as format: ExportFormat) throws { try format.write(self) }

  /// The host under which things have an address.
  var host: String { domain ?? "profilectl.invalid" }

  /// The one user of the export.
  func person() throws -> ExportedUser {
    guard let user else { throw ExchangeError.noOwner }
    return user
  }

  /// Sets the counts of all other kinds to zero, because the format has no place for them.
  func keepOnly(_ kinds: Set<ImportKind>) {
    if !kinds.contains(.users) { counts.users = 0 }
    if !kinds.contains(.posts) { (counts.posts, counts.privatePosts) = (0, 0) }
    if !kinds.contains(.pictures) { counts.pictures = 0 }
    if !kinds.contains(.follows) { counts.follows = 0 }
    if !kinds.contains(.likes) { counts.likes = 0 }
  }
}

/// Builds JSON text, with keys in the order they are given.
struct JSONBuilder {
  private(set) var text = ""
  private var needsComma = false

  static func object(_ build: (inout JSONBuilder) -> Void) -> String {
    var json = JSONBuilder()
    json.text = "{"
    build(&json)
    return json.text + "}"
  }

  mutating func add(_ key: String, _ value: String?) {
    begin(key)
    if let value { JSONBuilder.quote(value, into: &text) } else { text += "null" }
  }

  mutating func add(_ key: String, _ value: Int64?) {
    begin(key)
    text += value.map(String.init) ?? "null"
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// Adds text that is JSON already.
  mutating func add(_ key: String, json: String) {
    begin(key)
    text += json
  }

  private mutating func begin(_ key: String) {
    if needsComma { text += "," }
    needsComma = true
    text += "\"\(key)\":"
  }

  static func quote(_ string: String, into text: inout String) {
    text += "\""
    let isPlain = string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      text += string
    } else {
      for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        case "\r": text += "\\r"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  static func quoted(_ string: String) -> String {
    var text = ""
    quote(string, into: &text)
    return text
  }
}

/// Text with the signs of XML as entities.
enum XMLText {
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result.unicodeScalars.append(scalar)
      // XML 1.0 has no other control characters and no noncharacters.
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The names of picture files.
enum PictureName {
  /// The formats of pictures, by their first bytes.
  enum Ending: String {
    case png, jpg, gif, webp

    init?(_ beginning: [UInt8]) {
      switch beginning.first {
      case 0x89: self = .png
      case 0xFF: self = .jpg
      case 0x47: self = .gif
      case 0x52: self = .webp
      default: return nil
      }
    }
  }

  static func mediaType(of name: String) -> String {
    let ending = name.split(separator: ".").last ?? ""
    return "image/\(ending == "jpg" ? "jpeg" : ending)"
  }

  static func file(_ picture: ExportedPicture) -> String {
    "\(picture.hash).\((Ending(picture.beginning) ?? .webp).rawValue)"
  }
}
