/// The text of a configuration: lines of `key = value`, comments and blank lines.
///
/// A change keeps all other lines.
package struct ConfigurationText: Equatable, Sendable {
  /// One setting; lines count from 1.
  package struct Setting: Equatable, Sendable {
    package let line: Int
    package let key: String
    package let value: String
  }

  private var lines: [[UInt8]]

  package init(_ bytes: [UInt8] = []) {
    lines = []
    if bytes.isEmpty { return }
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  package var isEmpty: Bool { lines.isEmpty }

  package var bytes: [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }

  /// The settings in order, and the numbers of invalid lines.
  package var contents: (settings: [Setting], unreadable: [Int]) {
    var (settings, unreadable): ([Setting], [Int]) = ([], [])
    for (index, line) in lines.enumerated() {
      let text = ConfigurationText.trimmed(line[...])
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      if let setting = ConfigurationText.setting(text, index + 1) {
        settings.append(setting)
      } else {
        unreadable.append(index + 1)
      }
    }
    return (settings, unreadable)
  }

  /// The value of a key; the last setting overrides earlier ones.
  package func value(of key: String) -> String? {
    contents.settings.last { $0.key == key }?.value
  }

  /// Replaces the last line of a key and removes its other lines, or adds a line.
  package mutating func set(_ key: String, to value: String) {
    let places = places(of: key)
    let line = Array("\(key) = \(value)".utf8)
    guard let last = places.last else { return lines.append(line) }
    lines[last] = line
    for place in places.dropLast().reversed() { lines.remove(at: place) }
  }

  /// Removes all lines of a key, and returns whether there were any.
  package mutating func unset(_ key: String) -> Bool {
    let places = places(of: key)
    for place in places.reversed() { lines.remove(at: place) }
    return !places.isEmpty
  }

  private func places(of key: String) -> [Int] {
    contents.settings.filter { $0.key == key }.map { $0.line - 1 }
  }

  private static func setting(_ text: ArraySlice<UInt8>, _ line: Int) -> Setting? {
    guard let end = text.firstIndex(of: UInt8(ascii: "=")),
      let key = TypedBytes.validText(Array(trimmed(text[..<end]))), !key.isEmpty,
      let value = TypedBytes.validText(Array(trimmed(text[(end + 1)...])))
    else { return nil }
    return Setting(line: line, key: key, value: value)
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { LineSplitter.isBlank($0) || $0 == UInt8(ascii: "\r") }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
