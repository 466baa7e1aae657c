/// The signs that drawings are made of, in one alphabet.
package struct Glyphs: Sendable {
  package let heart: SafeText
  /// Stands between facts on a line.
  package let separator: SafeText
  package let ellipsis: SafeText
  package let horizontal: SafeText
  package let vertical: SafeText
  package let topLeft: SafeText
  package let topRight: SafeText
  package let bottomLeft: SafeText
  package let bottomRight: SafeText
  /// A rule, and the same where something on it is chosen.
  package let rule: SafeText
  package let chosenRule: SafeText

  package static let unicode = Glyphs(
    heart: "♥", separator: " · ", ellipsis: "…", horizontal: "─", vertical: "│", topLeft: "╭",
    topRight: "╮", bottomLeft: "╰", bottomRight: "╯", rule: "─", chosenRule: "━")

  package static let ascii = Glyphs(
    heart: "<3", separator: "  ", ellipsis: "...", horizontal: "-", vertical: "|", topLeft: "+",
    topRight: "+", bottomLeft: "+", bottomRight: "+", rule: "-", chosenRule: "=")
}
