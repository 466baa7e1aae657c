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
    return String(decoding: reader.text, as: UTF8.self).trimmed
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func read() {
    while let sign = rest.firstIndex(where: { $0 == HTMLText.less || $0 == HTMLText.ampersand }) {
      append(rest[..<sign])
      rest = rest[sign...]
      if rest.first == HTMLText.ampersand {
        let decoded = HTMLText.entity(&rest)
        if hidden == 0 { add(decoded.utf8) }
        continue
      }
      guard let next = rest.dropFirst().first, HTMLText.beginsMarkup(next) else {
        append(rest.prefix(1))
        rest.removeFirst()
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return }
      take(rest[(sign + 1)..<end])
      rest = rest[(end + 1)...]
    }
    append(rest)
  }

  /// Whether a byte after `<` makes it markup: HTML, section 13.2.5.6, "Tag open state".
  private static func beginsMarkup(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || [0x21, 0x2F, 0x3F].contains(byte)
  }

  private mutating func take(_ tag: ArraySlice<UInt8>) {
    let name = tag.prefix { $0 == UInt8(ascii: "/") || HTMLText.isWord($0) }
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "br", "br/": add("\n".utf8)
    case "/p": add("\n\n".utf8)
    case "/li", "/blockquote", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/pre", "/div", "/tr":
      if (link?.words ?? text).last != 0x0A { add("\n".utf8) }
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

  /// Adds the words of a link, or the whole address if they are a part of it and no name.
  private mutating func closeLink() {
    guard let link else { return }
    self.link = nil
    let shown = String(decoding: link.words, as: UTF8.self)
    let words = shown.hasSuffix("…") ? String(shown.dropLast()) : shown
    let isName = shown.hasPrefix("@") || shown.hasPrefix("#")
    text += (!isName && link.target.range(of: words) != nil ? link.target : shown).utf8
  }

  private mutating func add(_ words: some Collection<UInt8>) {
    if link == nil { text += words } else { link?.words += words }
  }

  /// Line ends and tabs of the source are one blank.
  private mutating func append(_ piece: ArraySlice<UInt8>) {
    if hidden > 0 { return }
    var rest = piece
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      add(rest[..<end])
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

  static func attribute(_ name: String, of tag: Substring) -> String? {
    var rest = tag
    while let sign = rest.firstIndex(of: "=") {
      let key = rest[..<sign].split(whereSeparator: \.isWhitespace).last ?? ""
      rest = rest[rest.index(after: sign)...].drop(while: \.isWhitespace)
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

  /// The entities from U+00A0 to U+00FF, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
    yacute thorn yuml
    """

  private static let others = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "ndash": "–",
    "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "dagger": "†", "Dagger": "‡",
    "permil": "‰", "prime": "′", "Prime": "″", "euro": "€", "trade": "™", "larr": "←",
    "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔", "minus": "−", "ne": "≠", "le": "≤",
    "ge": "≥", "infin": "∞", "hearts": "♥", "spades": "♠", "clubs": "♣", "diams": "♦",
    "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "zwnj": "\u{200C}",
    "zwj": "\u{200D}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
  ]

  private static let named = latin.split(separator: " ").enumerated().reduce(into: others) {
    $0[String($1.element)] = Unicode.Scalar(0xA0 + UInt32($1.offset)).map { String(Character($0)) }
  }

  /// Passes over an entity; a `&` that begins none is returned.
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
