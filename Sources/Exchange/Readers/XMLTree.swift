/// An element of XML with its content.
struct XMLTree: Equatable {
  enum Part: Equatable {
    case text(String)
    case element(XMLTree)
  }

  /// The name with its prefix.
  let name: String
  /// The tag without its signs, with the attributes as they are written.
  let tag: String
  var parts: [Part] = []

  init(tag: String) {
    self.tag = tag
    name = String(tag.prefix { !$0.isWhitespace })
  }

  /// The name without its prefix.
  var localName: Substring { name.split(separator: ":").last ?? "" }

  /// The elements in this one, at the first level.
  var elements: [XMLTree] {
    parts.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The first element of a name, which has no prefix unless all have one.
  subscript(name: String) -> XMLTree? {
    elements.first { $0.name == name } ?? elements.first { $0.localName == name }
  }

  func attribute(_ name: String) -> String? { HTMLText.attribute(name, of: tag[...]) }

  /// The texts of all levels, in order.
  var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }
}
