/// The plain text of the HTML that Mastodon and its relatives write.
///
/// `<br>` becomes a line feed and `</p>` a blank line. Links are whole, mentions and hashtags as
/// they are shown. All other markup is dropped.
struct HTMLText {
  private var text: [UInt8] = []
  private var rest: ArraySlice<UInt8>
  /// The target of an open link and its words so far; nil outside of links.
  private var link: (target: String, words: [UInt8])?
  /// The depth of scripts and styles, whose content is dropped.
  private var hidden = 0

  static func text(_ html: String) -> String {
    var reader = HTMLText(rest: Array(html.utf8)[...])
    reader.read()
    reader.closeLink()
    var words = String(decoding: reader.text, as: UTF8.self)[...]
    while words.last?.isWhitespace == true { words.removeLast() }
    while words.first?.isWhitespace == true { words.removeFirst() }
    return String(words)
  }

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  private mutating func read() {
    while let sign = rest.firstIndex(where: { $0 == HTMLText.less || $0 == HTMLText.ampersand }) {
      append(rest[..<sign])
      rest = rest[sign...]
      if rest.first == HTMLText.ampersand {
        let decoded = HTMLText.entity(&rest)
        if hidden == 0 { add(decoded.utf8) }
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return }
      take(rest[(sign + 1)..<end])
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  private mutating func take(_ tag: ArraySlice<UInt8>) {
    let name = tag.prefix { $0 == UInt8(ascii: "/") || HTMLText.isWord($0) }
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "br", "br/": add("\n".utf8)
    case "/p": add("\n\n".utf8)
    case "/li", "/blockquote", "/h1", "/h2", "/h3", "/pre": add("\n".utf8)
    case "script", "style": hidden += 1
    case "/script", "/style": hidden = max(0, hidden - 1)
    case "a":
      let tag = String(decoding: tag, as: UTF8.self)[...]
      let kind = HTMLText.attribute("class", of: tag) ?? ""
      let isShown = kind.contains("mention") || kind.contains("hashtag")
      if !isShown, let target = HTMLText.attribute("href", of: tag) {
        closeLink()
        link = (target, [])
      }
    case "/a": closeLink()
    default: break
    }
  }

  /// Adds the words of a link, or the whole address if they are a shortened one.
  private mutating func closeLink() {
    guard let link else { return }
    self.link = nil
    let shown = String(decoding: link.words, as: UTF8.self)
    let words = shown.hasSuffix("…") ? String(shown.dropLast()) : shown
    text += (link.target.range(of: words) != nil ? link.target : shown).utf8
  }

  private mutating func add(_ words: some Collection<UInt8>) {
    if link == nil { text += words } else { link?.words += words }
  }

  /// Blanks and line feeds of the source are one blank.
  private mutating func append(_ piece: ArraySlice<UInt8>) {
    if hidden > 0 { return }
    var rest = piece
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x09 }) {
      let words = rest[..<end]
      add(words.last == 0x0D && rest[end] == 0x0A ? words.dropLast() : words)
      let last = link?.words.last ?? text.last
      if let last, ![0x20, 0x0A, 0x09].contains(last) { add(" ".utf8) }
      rest = rest[(end + 1)...]
    }
    add(rest)
  }

  private static let less = UInt8(ascii: "<")
  private static let ampersand = UInt8(ascii: "&")

  /// Whether a byte is an ASCII letter or digit.
  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    var rest = tag
    while let sign = rest.firstIndex(of: "=") {
      let key = rest[..<sign].split(separator: " ").last ?? ""
      rest = rest[rest.index(after: sign)...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { continue }
      rest.removeFirst()
      let end = rest.firstIndex(of: quote) ?? rest.endIndex
      if key.lowercased() == name { return decoded(rest[..<end]) }
      rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
    }
    return nil
  }

  /// A text whose entities are decoded.
  static func decoded(_ text: Substring) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let sign = rest.firstIndex(of: ampersand) {
      result += rest[..<sign]
      rest = rest[sign...]
      result += entity(&rest).utf8
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "hellip": "…", "ndash": "–", "mdash": "—",
  ]

  /// Passes over an entity; a sign that begins none stands for itself.
  private static func entity(_ rest: inout ArraySlice<UInt8>) -> String {
    let word = rest.dropFirst().prefix(10)
    guard let end = word.firstIndex(of: UInt8(ascii: ";")) else {
      rest.removeFirst()
      return "&"
    }
    let name = String(decoding: word[..<end], as: UTF8.self)
    var decoded = named[name]
    if decoded == nil, name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      decoded = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
    guard let decoded else {
      rest.removeFirst()
      return "&"
    }
    rest = rest[(end + 1)...]
    return decoded
  }
}
