/// The plain text of the HTML that Mastodon and its relatives write.
///
/// `<br>` becomes a line feed and `</p>` a blank line. Links are whole, mentions and hashtags as
/// they are shown. All other markup is dropped.
struct HTMLText {
  private var text = ""
  private var rest: Substring
  /// The target of an open link and its words so far; nil outside of links.
  private var link: (target: String, words: String)?
  /// The depth of scripts and styles, whose content is dropped.
  private var hidden = 0

  static func text(_ html: String) -> String {
    var reader = HTMLText(rest: Substring(html))
    reader.read()
    reader.closeLink()
    var words = reader.text[...]
    while words.last?.isWhitespace == true { words.removeLast() }
    while words.first?.isWhitespace == true { words.removeFirst() }
    return String(words)
  }

  private init(rest: Substring) {
    self.rest = rest
  }

  private mutating func read() {
    while let sign = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      append(rest[..<sign])
      rest = rest[sign...]
      if rest.first == "&" {
        let decoded = HTMLText.entity(&rest)
        if hidden == 0 { add(decoded) }
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { return }
      take(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
  }

  private mutating func take(_ tag: Substring) {
    switch tag.prefix(while: { $0.isLetter || $0 == "/" || $0.isNumber }).lowercased() {
    case "br", "br/": add("\n")
    case "/p": add("\n\n")
    case "/li", "/blockquote", "/h1", "/h2", "/h3", "/pre": add("\n")
    case "script", "style": hidden += 1
    case "/script", "/style": hidden = max(0, hidden - 1)
    case "a":
      let kind = HTMLText.attribute("class", of: tag) ?? ""
      let isShown = kind.contains("mention") || kind.contains("hashtag")
      if !isShown, let target = HTMLText.attribute("href", of: tag) {
        closeLink()
        link = (target, "")
      }
    case "/a": closeLink()
    default: break
    }
  }

  /// Adds the words of a link, or the whole address if they are a shortened one.
  private mutating func closeLink() {
    guard let (target, shown) = link else { return }
    link = nil
    let words = shown.hasSuffix("…") ? String(shown.dropLast()) : shown
    text += target.range(of: words) != nil ? target : shown
  }

  private mutating func add(_ words: String) {
    if link == nil { text += words } else { link?.words += words }
  }

  /// Blanks and line feeds of the source are one blank.
  private mutating func append(_ piece: Substring) {
    if hidden > 0 { return }
    for character in piece {
      if character == "\n" || character == "\r\n" || character == "\t" {
        let last = link?.words.last ?? text.last
        if last.map({ !$0.isWhitespace }) == true { add(" ") }
      } else {
        add(String(character))
      }
    }
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
    var result = ""
    var rest = text
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      result += entity(&rest)
    }
    return result + rest
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "hellip": "…", "ndash": "–", "mdash": "—",
  ]

  /// Passes over an entity; a sign that begins none stands for itself.
  private static func entity(_ rest: inout Substring) -> String {
    let word = rest.dropFirst().prefix(10)
    guard let end = word.firstIndex(of: ";") else {
      rest.removeFirst()
      return "&"
    }
    let name = word[..<end]
    var decoded = named[String(name)]
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
    rest = rest[word.index(after: end)...]
    return decoded
  }
}
