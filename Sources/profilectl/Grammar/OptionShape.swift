/// An option as help, completions and the parser see it, whatever its value is.
struct OptionShape: Sendable {
  /// Without the dashes.
  let name: String
  let short: Character?
  let summary: String
  /// Nil for a switch, which takes no value.
  let value: ValueShape?

  /// What stands for the value in help, and what may be typed there.
  struct ValueShape: Sendable {
    let metavariable: String
    let completion: Completion
    /// Which whole numbers may be typed; nil where it is no number.
    var bounds: ClosedRange<Int>?
    /// What counts when the option is not given; nil where nothing does.
    let fallback: (@Sendable () -> String)?
  }

  var spelled: String { "--\(name)" }

  /// Whether that word is the option, with its value, if it takes one, in the next.
  func isTyped(_ word: String) -> Bool {
    word == spelled || short.map { word == "-\($0)" } == true
  }
}
