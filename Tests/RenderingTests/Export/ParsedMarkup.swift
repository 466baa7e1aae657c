import Foundation
import FoundationXML
import Rendering

/// A document as read by an XML parser.
final class ParsedMarkup: NSObject, XMLParserDelegate {
  struct Element: Equatable {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  /// In the order of their start tags, each with its own text and that of its children.
  private(set) var elements: [Element] = []
  private var open: [Int] = []
  private(set) var isWellFormed = false

  init(_ output: Output) {
    super.init()
    let parser = XMLParser(data: Data(output.bytes))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func all(_ name: String, class kind: String? = nil) -> [Element] {
    elements.filter { $0.name == name && (kind == nil || $0.attributes["class"] == kind) }
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    if name == "br" { add("\n") }
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(
    _: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?
  ) {
    open.removeLast()
  }

  func parser(_: XMLParser, foundCharacters text: String) { add(text) }

  private func add(_ text: String) {
    for place in open { elements[place].text += text }
  }
}
