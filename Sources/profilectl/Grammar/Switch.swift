/// An option without a value: given or not.
struct Switch: Sendable {
  let shape: OptionShape

  init(_ name: String, short: Character? = nil, _ summary: String) {
    shape = OptionShape(name: name, short: short, summary: summary, value: nil)
  }
}
